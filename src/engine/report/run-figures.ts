import type { EquityPoint } from './equity-point.ts';
import type { ResultTally } from './result-tally.ts';

/** What the metrics of a run or a portfolio are made of. */
export interface RunFigures {
  /** The cycles that ended. */
  readonly results: ResultTally;
  /** Equity at the start, at every 00:00 UTC in between and at the end, oldest first; other points may lie among them. */
  readonly curve: readonly EquityPoint[];
  /** The deepest drawdown as a share of its peak, found on the finest curve there is; zero where equity never fell. */
  readonly depth: number;
}

/** A statistic in float64; null where it has no value, such as a ratio to a loss that never happened. */
export type Metric = (figures: RunFigures) => number | null;
