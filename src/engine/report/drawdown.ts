import type { Instant } from '#base/time.ts';

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

/** How far equity lies below its peak, as a share of the peak; zero for a peak that is not above zero. */
export function drawdownFrom(peak: number, equity: number): number {
  return peak <= 0 || equity >= peak ? 0 : (peak - equity) / peak;
}
