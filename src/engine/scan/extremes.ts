import type { SkipIndex, SymbolHistory } from '../model/history.ts';
import { BLOCK_BITS } from './skip-index.ts';

export interface Extremes {
  readonly low: number;
  readonly high: number;
}

/**
 * Lowest low and highest high of the minutes [from, to), both cut to what is stored; null when nothing is left.
 * Frozen minutes are flat at the last price, so they change nothing.
 */
export function extremesBetween({ columns, index }: SymbolHistory, from: number, to: number): Extremes | null {
  const [first, end] = [Math.max(0, from), Math.min(columns.low.length, to)];
  return first < end ? walk(index, first, end) : null;
}

function walk(index: SkipIndex, from: number, to: number): Extremes {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const top = index.low.length - 1;
  for (let minute = from; minute < to; ) {
    let level = 0;
    while (level < top && isWhole(minute, to, level + 1)) level += 1;
    const block = minute >> (BLOCK_BITS * level);
    low = Math.min(low, index.low[level]?.[block] ?? low);
    high = Math.max(high, index.high[level]?.[block] ?? high);
    minute += 1 << (BLOCK_BITS * level);
  }
  return { low, high };
}

/** Whether a whole block of the level begins at the minute and ends before `to`. */
function isWhole(minute: number, to: number, level: number): boolean {
  const size = 1 << (BLOCK_BITS * level);
  return (minute & (size - 1)) === 0 && minute + size <= to;
}
