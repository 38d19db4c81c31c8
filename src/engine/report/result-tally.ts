import { type Cash, sum } from '#base/exact.ts';

/** How the cycles that ended came out: all that their statistics need. */
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
