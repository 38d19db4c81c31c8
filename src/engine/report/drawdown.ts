import type { Instant } from '#base/time.ts';

/** The deepest fall of an equity curve from a peak. */
export interface Drawdown {
  /** (peak − equity) / peak, 0 to 1 and beyond when equity went below zero. */
  readonly depth: number;
  /** When equity was last at the peak before the fall. */
  readonly peakAt: Instant;
  readonly troughAt: Instant;
  /** The first point at which equity reached the peak again; null if it has not. */
  readonly recoveredAt: Instant | null;
}

/** How far equity lies below its peak, as a share of the peak; zero when the peak is not above zero. */
export function drawdownFrom(peak: number, equity: number): number {
  return peak <= 0 || equity >= peak ? 0 : (peak - equity) / peak;
}
