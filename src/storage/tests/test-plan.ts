import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';

/** Percentages of the price as decimal text; null fees are those of the contract, a null funding rate assumes none. */
export interface TestCosts {
  readonly makerFeePercent: string | null;
  readonly takerFeePercent: string | null;
  readonly slippagePercent: string;
  readonly spreadPercent: string;
  readonly volumeCapPercent: string;
  readonly fundingRatePercent: string | null;
  readonly brackets: 'contract' | 'cautious';
}

/** A value of a parameter as its schema takes it. */
export type AxisValue = string | number | boolean | null;

/** A parameter that a grid varies, by its path in snake_case, and its values in order. */
export interface PlannedAxis {
  readonly path: string;
  readonly values: readonly AxisValue[];
}

export type TestRanking = 'roi_committed' | 'return' | 'result' | 'sharpe' | 'sortino' | 'calmar' | 'profit_factor';

/** Everything that decides the result of a backtest, besides candles and engine; plain JSON. */
export interface TestPlan {
  readonly kind: BotKind;
  /** With defaults filled in. */
  readonly params: BotParams;
  readonly symbols: readonly string[];
  /** UTC milliseconds, whole minutes; `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly wallet: 'each' | 'shared';
  readonly walletUsdt: string;
  readonly costs: TestCosts;
  readonly fillPath: 'pessimistic' | 'nearest_first' | 'optimistic';
  readonly axes: readonly PlannedAxis[];
  readonly sample: { readonly size: number; readonly seed: number } | null;
  readonly outOfSamplePercent: number | null;
  readonly walkForward: { readonly trainDays: number; readonly testDays: number } | null;
  readonly rankBy: TestRanking;
}

/** What computes the points of a test, and so how fast: the kernel of ladders, that of rules, or the account of bots. */
export type TestPace = 'ladders' | 'rules' | 'account';

/** Why a test or a point has no result. */
export interface TestFailure {
  readonly code: string;
  readonly detail: string;
}

/** On what the result of a symbol rests; times are UTC milliseconds, percentages decimal text. */
export interface TestedData {
  readonly symbol: string;
  readonly source: 'stored' | 'recorded';
  readonly terms: 'listed' | 'recorded' | 'assumed';
  readonly from: number;
  readonly to: number;
  readonly hash: string;
  readonly makerFeePercent: string;
  readonly takerFeePercent: string;
  /** Minutes without a market; with those that were filled in flat, where these are more than a small share. */
  readonly minutesMissing: number;
  readonly minutesFundingAssumed: number;
  readonly marketChangePercent: string;
}

/** Figures of a run as decimal text and counts: those of the contract, by their names. */
export type PointFigures = Readonly<Record<string, string | number | null>>;

/** What is known of a test once its points are computed. */
export interface TestSummary {
  readonly flags: readonly string[];
  /** Of so many points, the best ones, it is known whether they depend on the way inside minutes; old rows: of one. */
  readonly pathsCompared?: number;
  readonly trials: {
    readonly count: number;
    readonly sharpeBest: string | null;
    readonly sharpeByLuck: string | null;
    readonly deflatedSharpe: string | null;
    readonly rankCorrelation: string | null;
  } | null;
}
