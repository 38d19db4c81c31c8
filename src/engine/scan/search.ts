import type { SkipIndex } from '../model/history.ts';
import { BLOCK, BLOCK_BITS } from './skip-index.ts';

/** A price under every low: as `below` it is never touched. */
export const NO_PRICE_BELOW = 0;
/** A price over every high: as `above` it is never touched. */
export const NO_PRICE_ABOVE = 2 ** 31;

/**
 * The first minute of [from, to) whose low is at or under `below` or whose high is at or over `above`; `to` when none
 * is. Goes up the levels of the index while nothing is touched and down where something is, so a quiet stretch of any
 * length costs some thirty looks. Prices in ticks. Five plain numbers, because it is asked millions of times a second.
 */
export function nextTouch(index: SkipIndex, from: number, to: number, below: number, above: number): number {
  const top = index.low.length - 1;
  let level = 1;
  for (let minute = from; minute < to; ) {
    const lows = index.low[level] as Int32Array; // `level` stays from 0, the candles, to `top`.
    const highs = index.high[level] as Int32Array;
    const shift = BLOCK_BITS * level;
    let block = minute >> shift;
    const end = Math.min(((to - 1) >> shift) + 1, (block | (BLOCK - 1)) + 1);
    while (block < end && (lows[block] as number) > below && (highs[block] as number) < above) block += 1;
    if (block << shift > minute) minute = block << shift;
    if (block < end) {
      if (level === 0) return minute;
      level -= 1;
    } else {
      for (; level < top && (block & (BLOCK - 1)) === 0; block >>= BLOCK_BITS) level += 1;
    }
  }
  return to;
}
