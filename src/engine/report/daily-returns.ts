import { at } from '#base/assert.ts';
import { DAY_MS } from '#base/time.ts';
import type { EquityPoint } from './equity-point.ts';

/** Ratios need at least this many daily returns; fewer say too little. */
export const RETURNS_ENOUGH = 30;
export const DAYS_PER_YEAR = 365;

/**
 * r_i = eq_i / eq_(i−1) − 1 from one 00:00 UTC of the curve to the next; its other points are ignored, and so are days without
 * a market: zeros that nobody could have earned otherwise would flatter or hide the risk. Empty when the equity in a
 * denominator is not above zero.
 */
export function dailyReturns(curve: readonly EquityPoint[]): readonly number[] {
  const midnights = curve.filter((point, place) => point.at % DAY_MS === 0 && (place === 0 || point.isIdle !== true));
  const bases = midnights.slice(0, -1);
  if (bases.some((point) => point.equity <= 0)) return [];
  return bases.map((before, index) => at(midnights, index + 1).equity / before.equity - 1);
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}
