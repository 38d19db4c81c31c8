import type { SymbolHistory } from '../model/history.ts';
import { largestBlock } from './largest-block.ts';
import { BLOCK_BITS } from './skip-index.ts';

export interface Extremes {
  readonly low: number;
  readonly high: number;
}

/**
 * Lowest low and highest high of the minutes [from, to), both cut to what is stored; null when nothing is left.
 * Frozen minutes are flat at the last price, so they change nothing.
 */
export function extremesBetween({ index }: Pick<SymbolHistory, 'index'>, from: number, to: number): Extremes | null {
  return walk(index, { from, to });
}

/** Lowest and highest close of the same minutes. */
export function closesBetween({ index }: Pick<SymbolHistory, 'index'>, from: number, to: number): Extremes | null {
  return walk({ low: index.closeLow, high: index.closeHigh }, { from, to });
}

interface Levels {
  readonly low: readonly Int32Array[];
  readonly high: readonly Int32Array[];
}

function walk(levels: Levels, span: { readonly from: number; readonly to: number }): Extremes | null {
  const end = Math.min(levels.low[0]?.length ?? 0, span.to);
  const top = levels.low.length - 1;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let minute = Math.max(0, span.from); minute < end; ) {
    const level = largestBlock(minute, end, top);
    const block = minute >> (BLOCK_BITS * level);
    low = Math.min(low, levels.low[level]?.[block] ?? low);
    high = Math.max(high, levels.high[level]?.[block] ?? high);
    minute += 1 << (BLOCK_BITS * level);
  }
  return low <= high ? { low, high } : null;
}
