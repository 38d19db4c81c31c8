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
 * the way from the highest close of the first to the lowest of the second.
 */
function fillLevel(level: SkipLevel, below: SkipLevel): void {
  const end = below.low.length;
  for (let block = 0; block < level.low.length; block += 1) {
    const from = block * BLOCK;
    joinBlocks({ level, block, below }, from, Math.min(end, from + BLOCK));
  }
}

function joinBlocks(
  { level, block, below }: { level: SkipLevel; block: number; below: SkipLevel },
  from: number,
  to: number,
): void {
  let [low, high] = [value(below.low, from), value(below.high, from)];
  let [closeLow, closeHigh] = [value(below.closeLow, from), value(below.closeHigh, from)];
  let [fall, rise] = [value(below.fall, from), value(below.rise, from)];
  for (let index = from + 1; index < to; index += 1) {
    const [nextLow, nextHigh] = [value(below.closeLow, index), value(below.closeHigh, index)];
    low = Math.min(low, value(below.low, index));
    high = Math.max(high, value(below.high, index));
    fall = Math.max(fall, value(below.fall, index), closeHigh - nextLow);
    rise = Math.max(rise, value(below.rise, index), nextHigh - closeLow);
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

/** A value that is there: the loops above stay inside their columns, and this is too hot for a check. */
function value(column: Int32Array, index: number): number {
  return column[index] as number; // See above.
}
