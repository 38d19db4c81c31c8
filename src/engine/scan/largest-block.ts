import { BLOCK_BITS } from './skip-index.ts';

/** The highest level, up to `top`, whose block begins at the minute and ends no later than `to`. */
export function largestBlock(minute: number, to: number, top: number): number {
  let level = 0;
  while (level < top && isWhole(minute, to, level + 1)) level += 1;
  return level;
}

function isWhole(minute: number, to: number, level: number): boolean {
  const size = 1 << (BLOCK_BITS * level);
  return (minute & (size - 1)) === 0 && minute + size <= to;
}
