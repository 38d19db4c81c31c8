import { type Cash, cash } from '#base/exact.ts';
import type { SkipIndex, Stretch } from '#engine/model/history.ts';
import { largestBlock } from '#engine/scan/largest-block.ts';
import { BLOCK, BLOCK_BITS } from '#engine/scan/skip-index.ts';

/**
 * The extremes of equity over the closes of all minutes, kept while a run is followed in stretches in which nothing is
 * bought or sold. Minutes are indices; the start of the run is the minute before its first.
 */
export interface EquityExtremes {
  /** Highest equity so far, and the last minute that closed at it. */
  peak: number;
  peakMinute: number;
  /** Deepest fall from a peak, cash. */
  fall: number;
  /** Lowest equity, cash. */
  low: number;
  /** Lowest open result, zero or less, cash. */
  openLow: number;
  /** The largest (peak − equity) / peak; the first of equals. */
  readonly deepest: { share: number; peakMinute: number; troughMinute: number; recoveredMinute: number | null };
}

/** Equity while nothing is bought or sold: `fixed + Σ perTick · close`, all of it cash. Redrawn for every booking. */
export interface CurveLine {
  fixed: number;
  /** The part of `fixed` that is open result. */
  open: number;
  /** Of what is held, none else. */
  readonly slopes: CurveSlope[];
}

/** What one tick of a symbol's price is worth to the run: negative for a short position. */
export interface CurveSlope {
  readonly index: SkipIndex;
  perTick: number;
}

/** @param from - the first minute of the run */
export function newEquityExtremes(wallet: Cash, from = 0): EquityExtremes {
  const deepest = { share: 0, peakMinute: from - 1, troughMinute: from - 1, recoveredMinute: null };
  return { peak: wallet, peakMinute: from - 1, fall: 0, low: wallet, openLow: 0, deepest };
}

/** The deepest fall, the lowest equity and the lowest open result so far. */
export function extremeAmounts({ fall, low, openLow }: EquityExtremes): Record<ExtremeName, Cash> {
  return { maxDrawdown: cash(fall), equityMin: cash(low), worstOpenLoss: cash(openLow) };
}

type ExtremeName = 'maxDrawdown' | 'equityMin' | 'worstOpenLoss';

/**
 * The minutes of a stretch. Blocks of the skip index that can neither touch the peak nor deepen a fall are passed over
 * whole: the lowest and the highest close of a block bound equity within it.
 */
export function followStretch(extremes: EquityExtremes, line: CurveLine, { from, to }: Stretch): void {
  if (from >= to) return;
  const [slope] = line.slopes;
  if (slope === undefined) {
    observe(extremes, line, 0, from);
    return observe(extremes, line, 0, to - 1);
  }
  const top = slope.index.closeLow.length - 1;
  if (!coversNews(extremes, line, { from, to }, top)) return;
  for (let minute = from; minute < to; ) {
    const level = largestBlock(minute, to, top);
    observeBlock(extremes, line, level, minute >> (BLOCK_BITS * level));
    minute += 1 << (BLOCK_BITS * level);
  }
}

/** Asks the three blocks or fewer that cover the stretch: for most stretches they are all that is looked at. */
function coversNews(extremes: EquityExtremes, line: CurveLine, { from, to }: Stretch, top: number): boolean {
  let level = 0;
  while (level < top && ((to - 1) >> (BLOCK_BITS * level)) - (from >> (BLOCK_BITS * level)) > 2) level += 1;
  const last = (to - 1) >> (BLOCK_BITS * level);
  for (let block = from >> (BLOCK_BITS * level); block <= last; block += 1) {
    if (isNews(extremes, line, lowestOf(line, level, block), highestOf(line, level, block))) return true;
  }
  return false;
}

/** Whether equity between the two may touch the peak, deepen a fall, or be lower than before, in all or the open part. */
function isNews(extremes: EquityExtremes, { fixed, open }: CurveLine, lowest: number, highest: number): boolean {
  const { peak, fall, low, openLow, deepest } = extremes;
  if (fixed + highest >= peak || open + lowest < openLow || fixed + lowest < low) return true;
  const down = peak - fixed - lowest;
  return down > fall || down / peak > deepest.share;
}

function observeBlock(extremes: EquityExtremes, line: CurveLine, level: number, block: number): void {
  const lowest = lowestOf(line, level, block);
  if (level === 0) return observe(extremes, line, lowest, block);
  if (!isNews(extremes, line, lowest, highestOf(line, level, block))) return;
  const first = block << BLOCK_BITS;
  for (let part = first; part < first + BLOCK; part += 1) observeBlock(extremes, line, level - 1, part);
}

/** The close of one minute; `value` is what it adds to the line. */
function observe(extremes: EquityExtremes, { fixed, open }: CurveLine, value: number, minute: number): void {
  const { peak, deepest } = extremes;
  const equity = fixed + value;
  if (open + value < extremes.openLow) extremes.openLow = open + value;
  if (equity < extremes.low) extremes.low = equity;
  if (equity >= peak) {
    if (deepest.share > 0) deepest.recoveredMinute ??= minute;
    extremes.peak = equity;
    extremes.peakMinute = minute;
    return;
  }
  const fall = peak - equity;
  if (fall > extremes.fall) extremes.fall = fall;
  const share = fall / peak;
  if (share <= deepest.share) return;
  deepest.share = share;
  deepest.peakMinute = extremes.peakMinute;
  deepest.troughMinute = minute;
  deepest.recoveredMinute = null;
}

/** What the closes of a block add to the line at least; of a single minute, exactly. */
function lowestOf({ slopes }: CurveLine, level: number, block: number): number {
  let sum = 0;
  for (const { index, perTick } of slopes) {
    sum += perTick * closeAt(perTick > 0 ? index.closeLow : index.closeHigh, level, block);
  }
  return sum;
}

/** What the closes of a block add to the line at most. */
function highestOf({ slopes }: CurveLine, level: number, block: number): number {
  let sum = 0;
  for (const { index, perTick } of slopes) {
    sum += perTick * closeAt(perTick > 0 ? index.closeHigh : index.closeLow, level, block);
  }
  return sum;
}

function closeAt(levels: readonly Int32Array[], level: number, block: number): number {
  return (levels[level] as Int32Array)[block] as number; // Both lie inside the index; too hot for a check.
}
