import { add, type Cash, larger, subtract } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { drawdownFrom } from '#engine/report/drawdown.ts';
import type { EquitySpan } from '#storage/roll-ups/equity-span.ts';
import { percentOf } from '../http/text.ts';

/** A stretch of a curve, or one point of it; amounts without what was paid in. */
export type CurvePart = Pick<EquitySpan, 'high' | 'low' | 'lowAt' | 'falls'>;

/** The deepest drawdown of a curve. */
export interface DeepestFall {
  /** Zero or negative, with at most six decimals. */
  readonly percent: string;
  /** The same as a share of the peak, 0 to 1 and beyond when equity went below zero. */
  readonly depth: number;
  /** When it was deepest; null while equity has never fallen. */
  readonly at: Instant | null;
}

/** One point of a curve as a part of it. */
export function pointPart(at: Instant, gained: Cash): CurvePart {
  return { high: gained, low: gained, lowAt: at, falls: [] };
}

type Fall = EquitySpan['falls'][number];

/**
 * The deepest of the falls within each part and of those from the highest point before a part to its lowest; the first of
 * equals.
 * @param parts - oldest first; equity is above zero in those that hold more than one point
 */
export function deepestFall(parts: readonly CurvePart[], paidIn: Cash): DeepestFall {
  let deepest: { readonly fall: Fall; readonly depth: number } | null = null;
  let high: Cash | null = null;
  for (const part of parts) {
    const across = high === null ? [] : [{ peak: high, trough: part.low, at: part.lowAt }];
    for (const fall of [...across, ...part.falls]) {
      const depth = drawdownFrom(add(paidIn, fall.peak), add(paidIn, fall.trough));
      if (depth > (deepest?.depth ?? 0)) deepest = { fall, depth };
    }
    high = high === null ? part.high : larger(high, part.high);
  }
  if (deepest === null) return { percent: '0', depth: 0, at: null };
  const { fall, depth } = deepest;
  const percent = percentOf(subtract(fall.trough, fall.peak), add(paidIn, fall.peak)) ?? '0';
  return { percent, depth, at: fall.at };
}
