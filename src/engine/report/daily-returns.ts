import { at } from '#base/assert.ts';
import type { EquityPoint } from './run-figures.ts';

/** Fewer daily returns than this are too few to judge by; figures made of them carry a flag. */
export const RETURNS_ENOUGH = 30;
export const DAYS_PER_YEAR = 365;

/** r_i = eq_i / eq_(i−1) − 1 of consecutive days; empty when an equity that is divided by is not above zero. */
export function dailyReturns(daily: readonly EquityPoint[]): readonly number[] {
  const bases = daily.slice(0, -1);
  if (bases.some((point) => point.equity <= 0)) return [];
  return bases.map((before, index) => at(daily, index + 1).equity / before.equity - 1);
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}
