import type { CandleColumns } from '../model/candle.ts';
import type { SkipIndex } from '../model/history.ts';

/** Minutes of a block on the first level, and blocks of a block on every level above it. */
export const BLOCK = 16;
/** 16 = 2^4: a shift by this goes up one level. */
export const BLOCK_BITS = 4;

/** Makes room for an array of whole numbers; a loader hands in one that gives shared memory. */
export type Allocate = (length: number) => Int32Array;

/** One level of the index. */
export interface SkipLevel {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly closeLow: Int32Array;
  readonly closeHigh: Int32Array;
  readonly fall: Int32Array;
  readonly rise: Int32Array;
}

const plain: Allocate = (length) => new Int32Array(length);

/** The index of candles, all levels up to the one that is a single block. */
export function skipIndexOf(candles: CandleColumns, allocate: Allocate = plain): SkipIndex {
  return indexAbove(candles, firstLevel(candles, allocate), allocate);
}

/** The index of candles whose first level is known already. */
export function indexAbove(candles: CandleColumns, first: SkipLevel, allocate: Allocate = plain): SkipIndex {
  const nothing = allocate(0);
  const { low, high, close } = candles;
  const levels: SkipLevel[] = [{ low, high, closeLow: close, closeHigh: close, fall: nothing, rise: nothing }];
  for (let level = first; ; level = levelAbove(level, allocate)) {
    levels.push(level);
    if (level.low.length <= 1) break;
  }
  const column = (name: keyof SkipLevel) => levels.map((level) => level[name]);
  return {
    low: column('low'),
    high: column('high'),
    closeLow: column('closeLow'),
    closeHigh: column('closeHigh'),
    fall: column('fall'),
    rise: column('rise'),
  };
}

/** Blocks of sixteen minutes. */
export function firstLevel({ low, high, close }: CandleColumns, allocate: Allocate = plain): SkipLevel {
  const level = emptyLevel(low.length, allocate);
  const nothing = new Int32Array(low.length);
  fillLevel(level, { low, high, closeLow: close, closeHigh: close, fall: nothing, rise: nothing });
  return level;
}

function levelAbove(below: SkipLevel, allocate: Allocate): SkipLevel {
  const level = emptyLevel(below.low.length, allocate);
  fillLevel(level, below);
  return level;
}

function emptyLevel(countBelow: number, allocate: Allocate): SkipLevel {
  const count = Math.ceil(countBelow / BLOCK);
  const column = () => allocate(count);
  return { low: column(), high: column(), closeLow: column(), closeHigh: column(), fall: column(), rise: column() };
}

/**
 * Joins sixteen blocks to one. The columns form a monoid: a fall over two neighbours is the deeper of their own and of
 * the way from the highest close of the first to the lowest of the second. One function with the columns in names of
 * its own: read from their object in the inner loop they cost half as much time again.
 */
function fillLevel(level: SkipLevel, below: SkipLevel): void {
  const { low: lows, high: highs, closeLow: closeLows, closeHigh: closeHighs, fall: falls, rise: rises } = below;
  const end = lows.length;
  for (let block = 0, from = 0; from < end; block += 1, from += BLOCK) {
    const to = from + BLOCK < end ? from + BLOCK : end;
    let [low, high] = [value(lows, from), value(highs, from)];
    let [closeLow, closeHigh] = [value(closeLows, from), value(closeHighs, from)];
    let [fall, rise] = [value(falls, from), value(rises, from)];
    for (let index = from + 1; index < to; index += 1) {
      const nextLow = value(closeLows, index);
      const nextHigh = value(closeHighs, index);
      low = Math.min(low, value(lows, index));
      high = Math.max(high, value(highs, index));
      fall = Math.max(fall, value(falls, index), closeHigh - nextLow);
      rise = Math.max(rise, value(rises, index), nextHigh - closeLow);
      closeLow = Math.min(closeLow, nextLow);
      closeHigh = Math.max(closeHigh, nextHigh);
    }
    level.low[block] = low;
    level.high[block] = high;
    level.closeLow[block] = closeLow;
    level.closeHigh[block] = closeHigh;
    level.fall[block] = fall;
    level.rise[block] = rise;
  }
}

/** A value that is there: the loops above stay inside their columns, and this is too hot for a check. */
function value(column: Int32Array, index: number): number {
  return column[index] as number; // See above.
}
