import type { SkipIndex } from '../model/history.ts';
import { largestBlock } from '../scan/largest-block.ts';
import { BLOCK_BITS } from '../scan/skip-index.ts';

/**
 * The extremes of an equity curve over the closes of all minutes. The curve is walked in stretches of constant quantity,
 * where equity is `fixed + perTick · close`, so the skip index gives the extremes without visiting every minute.
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

/** Equity as a function of the close: `fixed + perTick · close`; `open` is the open result contained in `fixed`. */
export interface EquityLine {
  fixed: number;
  open: number;
  perTick: number;
  /** All closes of a stretch lie strictly between these two prices. */
  below: number;
  above: number;
}

/** Adds the close of one minute. */
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
 * Adds the minutes [from, to), whose closes all lie strictly between the two prices of the line. Most stretches neither
 * raise the peak nor deepen the fall, which those two prices show, or else the few index blocks that cover the stretch.
 */
export function observeStretch(track: EquityTrack, line: EquityLine, from: number, to: number): void {
  const { below, above } = line;
  if (from >= to || line.perTick === 0) return; // Flat equity was observed where it began.
  if (!isNews(track, line, below + 1, above - 1)) return;
  const { closeLow, closeHigh } = track.index;
  const top = closeLow.length - 1;
  let level = 1;
  while (level < top && ((to - 1) >> (BLOCK_BITS * level)) - (from >> (BLOCK_BITS * level)) > 2) level += 1;
  const [lows, highs] = [closeLow[level] as Int32Array, closeHigh[level] as Int32Array]; // Levels 1 to the top exist.
  const last = (to - 1) >> (BLOCK_BITS * level);
  let [low, high] = [NO_HIGH, NO_LOW];
  for (let block = from >> (BLOCK_BITS * level); block <= last; block += 1) {
    low = Math.min(low, lows[block] as number); // Inside the index, as the minutes are.
    high = Math.max(high, highs[block] as number);
  }
  const [least, most] = [Math.max(low, below + 1), Math.min(high, above - 1)];
  if (!isNews(track, line, least, most)) return;
  if (isRise(track, line, least, most)) raisePeak(track, line, from, to);
  else walk(track, line, from, to);
}

const NO_HIGH = 2 ** 31 - 1;
const NO_LOW = -NO_HIGH;

/** Whether closes from `low` to `high` may raise the peak, deepen the fall or lower the open result. */
export function isNews(track: EquityTrack, { fixed, open, perTick }: EquityLine, low: number, high: number): boolean {
  const lowest = perTick * (perTick > 0 ? low : high);
  const highest = fixed + perTick * (perTick > 0 ? high : low);
  if (highest > track.peak || open + lowest < track.openLow) return true;
  const fall = track.peak - fixed - lowest;
  return fall > track.fall || fall / track.peak > track.fallShare;
}

/** Whether closes from `low` to `high` can only raise the peak: even a fall from `high` to `low` sets no new extreme. */
function isRise(track: EquityTrack, { fixed, open, perTick }: EquityLine, low: number, high: number): boolean {
  const lowest = perTick * (perTick > 0 ? low : high);
  const highest = fixed + perTick * (perTick > 0 ? high : low);
  const fall = Math.max(highest, track.peak) - fixed - lowest;
  return open + lowest >= track.openLow && fall <= track.fall && fall / track.peak <= track.fallShare;
}

/** Raises the peak to the best close of [from, to); enters an index block only if it holds a better close than before. */
function raisePeak(track: EquityTrack, { fixed, perTick }: EquityLine, from: number, to: number): void {
  const { closeHigh, closeLow } = track.index;
  const isLong = perTick > 0;
  const levels = isLong ? closeHigh : closeLow;
  const [closes, blocks] = [levels[0] as Int32Array, levels[1] as Int32Array]; // Both levels are always there.
  const sign = isLong ? 1 : -1;
  let best = NO_LOW;
  const enough = (track.peak - fixed) / Math.abs(perTick);
  if (enough > NO_LOW) best = Math.floor(enough) - 1; // A close must exceed this to raise the peak.
  const before = best;
  for (let block = from >> BLOCK_BITS; block <= (to - 1) >> BLOCK_BITS; block += 1) {
    if (sign * (blocks[block] as number) <= best) continue;
    const end = Math.min(to, (block + 1) << BLOCK_BITS);
    for (let minute = Math.max(from, block << BLOCK_BITS); minute < end; minute += 1) {
      const signed = sign * (closes[minute] as number);
      if (signed > best) best = signed;
    }
  }
  const equity = fixed + Math.abs(perTick) * best;
  if (best > before && equity > track.peak) track.peak = equity;
}

function walk(track: EquityTrack, line: EquityLine, from: number, to: number): void {
  const top = track.index.low.length - 1;
  for (let minute = from; minute < to; ) {
    const level = largestBlock(minute, to, top);
    observeBlock(track, line, level, minute >> (BLOCK_BITS * level));
    minute += 1 << (BLOCK_BITS * level);
  }
}

/** Adds a whole index block. Enters it only when the order of its closes decides the share. */
function observeBlock(track: EquityTrack, line: EquityLine, level: number, block: number): void {
  const { index } = track;
  const { fixed, open, perTick } = line;
  const low = at(index.closeLow, level, block);
  if (level === 0) return observe(track, line, low);
  const high = at(index.closeHigh, level, block);
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
  const end = Math.min(first + (1 << BLOCK_BITS), (index.low[level - 1] as Int32Array).length); // A level is below it.
  for (let part = first; part < end; part += 1) observeBlock(track, line, level - 1, part);
}

function at(levels: readonly Int32Array[], level: number, block: number): number {
  return (levels[level] as Int32Array)[block] as number; // Both lie inside the index; too hot for a check.
}
