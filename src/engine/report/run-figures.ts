import type { Cash } from '#base/exact.ts';
import type { Drawdown } from './drawdown.ts';
import type { EquityPoint } from './equity-point.ts';

/** What the metrics of a run or a portfolio are made of. */
export interface RunFigures {
  /** Net results of the cycles that ended, in the order they ended. */
  readonly results: readonly Cash[];
  /** Equity at the start, at every 00:00 UTC in between and at the end, oldest first; other points may lie among them. */
  readonly curve: readonly EquityPoint[];
  /** The deepest fall, found on the finest curve there is; null where equity never fell. */
  readonly drawdown: Drawdown | null;
}

/** A statistic in float64; null where it has no value, such as a ratio to a loss that never happened. */
export type Metric = (figures: RunFigures) => number | null;
