import type { SkipIndex } from '../model/history.ts';
import { BLOCK_BITS } from '../scan/skip-index.ts';

/**
 * The extremes of an equity curve over the closes of all minutes, kept while it is walked in stretches of constant
 * quantity: there equity is `fixed + perTick · close`, so the skip index tells them without a look at every minute.
 */
export interface EquityTrack {
  readonly index: SkipIndex;
  /** Highest equity so far, cash. */
  peak: number;
  /** Deepest fall from a peak, cash. */
  fall: number;
  /** Largest fall as a share of its peak, float64. */
  fallShare: number;
  /** Lowest open result, cash. */
  openLow: number;
}

export function newEquityTrack(index: SkipIndex, wallet: number): EquityTrack {
  return { index, peak: wallet, fall: 0, fallShare: 0, openLow: 0 };
}

/** Equity as it depends on the close: `fixed + perTick · close`; `open` is that part of `fixed` which is open result. */
export interface EquityLine {
  fixed: number;
  open: number;
  perTick: number;
}

/** One minute. */
export function observe(track: EquityTrack, { fixed, open, perTick }: EquityLine, close: number): void {
  const value = perTick * close;
  if (open + value < track.openLow) track.openLow = open + value;
  fallTo(track, fixed + value);
}

function fallTo(track: EquityTrack, equity: number): void {
  if (equity >= track.peak) {
    track.peak = equity;
    return;
  }
  const fall = track.peak - equity;
  if (fall > track.fall) track.fall = fall;
  const share = fall / track.peak;
  if (share > track.fallShare) track.fallShare = share;
}

/**
 * The minutes [from, to), whose closes all lie strictly between `below` and `above`. Most stretches can neither raise the
 * peak nor deepen the fall, and those two prices show it.
 */
export function observeStretch(
  track: EquityTrack,
  line: EquityLine,
  stretch: { readonly from: number; readonly to: number; readonly below: number; readonly above: number },
): void {
  const { from, to, below, above } = stretch;
  if (from >= to) return;
  const { fixed, open, perTick } = line;
  if (perTick === 0) return observe(track, line, 0);
  const [worst, best] = perTick > 0 ? [below + 1, above - 1] : [above - 1, below + 1];
  const lowest = fixed + perTick * worst;
  const highest = fixed + perTick * best;
  const isDeeper = open + perTick * worst < track.openLow || isNews(track, Math.max(highest, track.peak) - lowest);
  if (highest <= track.peak && !isDeeper) return;
  const top = track.index.low.length - 1;
  for (let minute = from; minute < to; ) {
    let level = 0;
    while (level < top && isWhole(minute, to, level + 1)) level += 1;
    observeBlock(track, line, level, minute >> (BLOCK_BITS * level));
    minute += 1 << (BLOCK_BITS * level);
  }
}

function isWhole(minute: number, to: number, level: number): boolean {
  const size = 1 << (BLOCK_BITS * level);
  return (minute & (size - 1)) === 0 && minute + size <= to;
}

/** Whether a fall of this depth, from a peak no lower than the present one, may be the deepest in either measure. */
function isNews(track: EquityTrack, fall: number): boolean {
  return fall > track.fall || fall / track.peak > track.fallShare;
}

/** A whole block of the index. Goes down into it only where the order of its closes decides the share. */
function observeBlock(track: EquityTrack, line: EquityLine, level: number, block: number): void {
  const { index } = track;
  const { fixed, open, perTick } = line;
  const [low, high] = [at(index.closeLow, level, block), at(index.closeHigh, level, block)];
  if (level === 0) return observe(track, line, low);
  const lowest = perTick * (perTick > 0 ? low : high);
  const highest = fixed + perTick * (perTick > 0 ? high : low);
  if (open + lowest < track.openLow) track.openLow = open + lowest;
  if (highest <= track.peak) return fallTo(track, fixed + lowest);
  const inner = Math.abs(perTick) * at(perTick > 0 ? index.fall : index.rise, level, block);
  const deepest = Math.max(inner, track.peak - fixed - lowest);
  if (deepest > track.fall) track.fall = deepest;
  if (deepest / track.peak <= track.fallShare) {
    track.peak = highest;
    return;
  }
  const first = block << BLOCK_BITS;
  const end = Math.min(first + (1 << BLOCK_BITS), index.low[level - 1]?.length ?? 0);
  for (let part = first; part < end; part += 1) observeBlock(track, line, level - 1, part);
}

function at(levels: readonly Int32Array[], level: number, block: number): number {
  return (levels[level] as Int32Array)[block] as number; // Both lie inside the index; too hot for a check.
}
