import type { SkipIndex } from '../model/history.ts';
import { BLOCK_BITS } from './skip-index.ts';

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
  const { low, high } = index;
  const top = low.length - 1;
  let level = 0;
  let lows = low[0] as Int32Array; // Level 0 is the candles; it is always there.
  let highs = high[0] as Int32Array;
  for (let minute = from; minute < to; ) {
    const block = minute >> (BLOCK_BITS * level);
    if ((lows[block] as number) <= below || (highs[block] as number) >= above) {
      if (level === 0) return minute;
      level -= 1;
    } else {
      minute += 1 << (BLOCK_BITS * level);
      while (level < top && (minute & ((1 << (BLOCK_BITS * (level + 1))) - 1)) === 0) level += 1;
    }
    lows = low[level] as Int32Array; // `level` stays from 0 to `top`.
    highs = high[level] as Int32Array;
  }
  return to;
}
