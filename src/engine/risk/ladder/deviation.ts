import { at } from '#base/assert.ts';
import { formatDecimal, trimDecimal } from '#base/decimal.ts';
import { divide } from '#base/exact.ts';
import type { Ladder } from './ladder.ts';

const PERCENT_COUNT = 100_000_000n; // One is 100 %, counted in millionths of a percent.

/** Distance of a level from the base price in percent: at most six decimals, no trailing zeros; whole if extremely far. */
export function deviationPercent(ladder: Ladder, level: number): string {
  if (level === 0) return '0';
  const { numerator, denominator } = at(ladder.levels, level - 1).deviation;
  const count = divide(numerator * PERCENT_COUNT, denominator, 'half-up');
  return Number.isSafeInteger(count) ? trimDecimal(formatDecimal(count, 6)) : String((numerator * 100n) / denominator);
}
