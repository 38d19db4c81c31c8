import { type Cash, sum } from '#base/exact.ts';
import type { EquityPoint } from './equity-point.ts';

/** The input of the metrics of a run or a portfolio. */
export interface RunFigures {
  /** The cycles that ended. */
  readonly results: ResultTally;
  /** Equity at the start, at every 00:00 UTC in between and at the end, oldest first; other points may lie between them. */
  readonly curve: readonly EquityPoint[];
  /** The deepest drawdown as a share of its peak, measured on the finest curve available; zero when equity never fell. */
  readonly depth: number;
}

/** A statistic in float64; null when it has no value, such as a ratio to a loss that never happened. */
export type Metric = (figures: RunFigures) => number | null;

/** The results of the ended cycles, as far as their statistics need them. */
export interface ResultTally {
  readonly cycles: number;
  /** Cycles with a net result above zero, and below. */
  readonly wins: number;
  readonly losses: number;
  /** Sums of the results above zero, and of those below. */
  readonly won: Cash;
  readonly lost: Cash;
}

/** Counts net results of cycles. */
export function tallyOf(results: readonly Cash[]): ResultTally {
  const wins = results.filter((result) => result > 0);
  const losses = results.filter((result) => result < 0);
  return { cycles: results.length, wins: wins.length, losses: losses.length, won: sum(wins), lost: sum(losses) };
}
