import type { Candle } from '#engine/model/candle.ts';

/** Lowest low and highest high so far; `low` above `high` while nothing was seen. */
export interface Reach {
  low: number;
  high: number;
}

/** A bar that grows; `close` is 0 while nothing was added. */
export interface GrowingBar extends Reach {
  open: number;
  close: number;
  volume: number;
}

/** Consecutive minutes of a symbol that are kept together, counted from the first. Some may not be there. */
export interface CandleBlock {
  candle(index: number): Candle | null;
  /** Widens a reach by the minutes [from, to) that are there. */
  widen(reach: Reach, from: number, to: number): void;
  /** Adds the minutes [from, to) that are there to a bar. */
  join(bar: GrowingBar, from: number, to: number): void;
}

/** A reach of nothing yet. */
export function noReach(): Reach {
  return { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
}

/** A bar of nothing yet. */
export function noBar(): GrowingBar {
  return { ...noReach(), open: 0, close: 0, volume: 0 };
}
