import type { Candle } from '#engine/model/candle.ts';

/** Lowest low and highest high so far; `low` is above `high` while there was no candle. */
export interface Reach {
  low: number;
  high: number;
}

/** A growing bar; `close` is 0 while nothing was added. */
export interface GrowingBar extends Reach {
  open: number;
  close: number;
  volume: number;
}

/** Consecutive minutes of a symbol stored together, counted from the first. Some may be absent. */
export interface CandleBlock {
  candle(index: number): Candle | null;
  /** Widens a range by the present minutes of [from, to). */
  widen(reach: Reach, from: number, to: number): void;
  /** Adds the present minutes of [from, to) to a bar. */
  join(bar: GrowingBar, from: number, to: number): void;
}

/** An empty range. */
export function noReach(): Reach {
  return { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
}

/** An empty bar. */
export function noBar(): GrowingBar {
  return { ...noReach(), open: 0, close: 0, volume: 0 };
}
