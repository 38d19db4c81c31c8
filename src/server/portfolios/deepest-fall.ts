import { add, type Cash, larger, subtract } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { drawdownFrom } from '#engine/report/drawdown.ts';
import type { EquitySpan } from '#storage/equity-span.ts';
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

/**
 * The deepest of the falls within each part and of those from the highest point before a part to its lowest.
 * @param parts - oldest first; equity is above zero in those that hold more than one point
 */
export function deepestFall(parts: readonly CurvePart[], paidIn: Cash): DeepestFall {
  let found: DeepestFall = { percent: '0', depth: 0, at: null };
  let high: Cash | null = null;
  for (const part of parts) {
    if (high !== null) found = deeper(found, fallOf(paidIn, { peak: high, trough: part.low, at: part.lowAt }));
    for (const fall of part.falls) found = deeper(found, fallOf(paidIn, fall));
    high = high === null ? part.high : larger(high, part.high);
  }
  return found;
}

function fallOf(paidIn: Cash, { peak, trough, at }: EquitySpan['falls'][number]): DeepestFall {
  const [from, to] = [add(paidIn, peak), add(paidIn, trough)];
  if (to >= from) return { percent: '0', depth: 0, at };
  return { percent: percentOf(subtract(to, from), from) ?? '0', depth: drawdownFrom(from, to), at };
}

/** The first of equals. */
function deeper(first: DeepestFall, second: DeepestFall): DeepestFall {
  return second.depth > first.depth ? second : first;
}
