import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';

/** Equity (wallet plus open results) at an instant. */
export interface EquityPoint {
  readonly at: Instant;
  readonly equity: Cash;
}

/** What the metrics of a run or a portfolio are made of. */
export interface RunFigures {
  /** Net results of the cycles that ended, in the order they ended. */
  readonly results: readonly Cash[];
  /** Equity at 00:00 UTC of consecutive days, oldest first. */
  readonly daily: readonly EquityPoint[];
}

/** A statistic in float64; null where it has no value, such as a ratio to a loss that never happened. */
export type Metric = (figures: RunFigures) => number | null;
