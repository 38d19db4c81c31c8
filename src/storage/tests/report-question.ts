import type { TestedData, TestPlan } from './test-plan.ts';

/** A part of the period of a test. */
export type TestSlice = 'whole' | 'in_sample' | 'out_of_sample';

/** A point that is to be computed again, in full. */
export interface ReportQuestion {
  readonly conditionId: string;
  readonly plan: TestPlan;
  readonly data: readonly TestedData[];
  readonly engineVersion: string;
  readonly botId: string;
  readonly symbols: readonly string[];
  readonly point: readonly number[];
  readonly slice: TestSlice;
}

/** Which rows of a list. */
export interface RowPage {
  readonly offset: number;
  readonly limit: number;
}

/** A page of rows, and how many rows there are in all. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Which net cycles; a field that is left out does not restrict them. */
export interface NetCycleFilter extends RowPage {
  readonly symbol?: string | undefined;
  /** UTC milliseconds of their ends; `to` is excluded. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** USDT as decimal text, both included. */
  readonly resultFrom?: string | undefined;
  readonly resultTo?: string | undefined;
}
