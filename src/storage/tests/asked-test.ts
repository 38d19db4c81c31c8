import type { Instant } from '#base/time.ts';
import type { AxisValue, TestPace, TestPlan, TestRanking } from './test-plan.ts';

/** An axis as it is asked for: with values, or with a range in decimal text. */
export interface AskedAxis {
  readonly path: string;
  readonly values?: readonly AxisValue[] | undefined;
  readonly range?: { readonly from: string; readonly to: string; readonly step: string } | undefined;
}

/** A test as it is asked for: parameters parsed, `to` excluded. */
export interface AskedTest extends Omit<TestPlan, 'axes' | 'rankBy' | 'from' | 'to'> {
  readonly from: Instant;
  readonly to: Instant;
  readonly axes: readonly AskedAxis[];
  /** Left out: as usual for the kind. */
  readonly rankBy?: TestRanking | undefined;
}

/** How large a test may be. */
export interface TestBounds {
  readonly pointsMax: number;
  readonly axisValuesMax: number;
}

/** A test that can be queued. */
export interface PreparedTest {
  readonly plan: TestPlan;
  readonly planHash: string;
  readonly combinations: number;
  readonly pointsTotal: number;
  /** Runs of a point over a part of the period. */
  readonly runs: number;
  /** Candles that all runs together pass over. */
  readonly candles: number;
  readonly pace: TestPace;
}
