import { type Cash, larger, subtract, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { percentOf } from '../http/text.ts';

/** The curve as it stood at `time`: the last point at or before it, `before` when there is none. `points` oldest first. */
export function equityAt(points: readonly EquityPoint[], time: number, before: Cash): Cash {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = points[middle];
    if (point !== undefined && point.at <= time) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.equity ?? before;
}

export interface Drawdowns {
  /** How far each point stands from the highest equity so far, in percent: zero or negative. */
  readonly percents: readonly string[];
  /** The deepest, zero or negative, and when; null while equity has never fallen. */
  readonly max: string;
  readonly maxAt: Instant | null;
}

/** Drawdown of a curve: `(equity − peak) / peak`, the peak being the highest point so far. */
export function drawdowns(points: readonly EquityPoint[]): Drawdowns {
  const percents: string[] = [];
  let peak: Cash | null = null;
  let [max, maxAt]: [string, Instant | null] = ['0', null];
  for (const { at, equity } of points) {
    peak = peak === null ? equity : larger(peak, equity);
    const fall = subtract(equity, peak);
    const percent = fall === ZERO_CASH ? '0' : (percentOf(fall, peak) ?? '0');
    percents.push(percent);
    if (Number(percent) < Number(max)) [max, maxAt] = [percent, at];
  }
  return { percents, max, maxAt };
}
