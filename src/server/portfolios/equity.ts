import { type Cash, larger, subtract, ZERO_CASH } from '#base/exact.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { percentOf } from '../http/text.ts';

/** How far equity stands below its peak, in percent: zero or negative. */
export function drawdownPercent(equity: Cash, peak: Cash): string {
  const fall = subtract(equity, peak);
  return fall >= ZERO_CASH ? '0' : (percentOf(fall, peak) ?? '0');
}

/** The drawdown at each point of a curve, oldest first: `(equity − peak) / peak`, the peak being the highest so far. */
export function drawdownPercents(points: readonly EquityPoint[]): readonly string[] {
  const percents: string[] = [];
  let peak: Cash | null = null;
  for (const { equity } of points) {
    peak = peak === null ? equity : larger(peak, equity);
    percents.push(drawdownPercent(equity, peak));
  }
  return percents;
}
