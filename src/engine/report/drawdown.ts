import type { Instant } from '#base/time.ts';
import type { EquityPoint } from './equity-point.ts';

/** The deepest fall of an equity curve from a peak. */
export interface Drawdown {
  /** (peak − equity) / peak, 0 to 1 and beyond when equity went below zero. */
  readonly depth: number;
  /** When equity stood at the peak for the last time before the fall. */
  readonly peakAt: Instant;
  readonly troughAt: Instant;
  /** The first point at which the peak was reached again; null while it was not. */
  readonly recoveredAt: Instant | null;
}

/** The deepest drawdown of a curve, oldest point first; the first of equals. Null where equity never fell. */
export function deepestDrawdown(curve: readonly EquityPoint[]): Drawdown | null {
  let [peak, deepest] = [curve[0], null as Drawdown | null];
  for (const point of curve) {
    if (peak === undefined || point.equity >= peak.equity) {
      peak = point;
      continue;
    }
    const depth = drawdownFrom(peak.equity, point.equity);
    if (depth <= (deepest?.depth ?? 0)) continue;
    deepest = { depth, peakAt: peak.at, troughAt: point.at, recoveredAt: null };
  }
  return deepest === null ? null : { ...deepest, recoveredAt: recovery(curve, deepest) };
}

/** How far equity lies below its peak, as a share of the peak; zero for a peak that is not above zero. */
export function drawdownFrom(peak: number, equity: number): number {
  return peak <= 0 || equity >= peak ? 0 : (peak - equity) / peak;
}

function recovery(curve: readonly EquityPoint[], { peakAt, troughAt }: Drawdown): Instant | null {
  const peak = curve.find((point) => point.at === peakAt);
  const regained = curve.find((point) => point.at > troughAt && peak !== undefined && point.equity >= peak.equity);
  return regained?.at ?? null;
}
