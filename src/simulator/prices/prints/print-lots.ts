import { at } from '#base/assert.ts';
import type { Draws } from '../days/draws.ts';
import type { PrintColumns } from './print-columns.ts';

/**
 * Splits a volume of whole steps at random into the column of lots, each at least one step; their sum is exact. What
 * exceeds one step each is distributed by exponential draws: many small quantities, few large. One exponential draw per
 * quantity.
 *
 * @param volume - at least one step per quantity
 */
export function drawLots(volume: number, { sums, lots }: PrintColumns, draws: Draws): void {
  const count = lots.length;
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    total += draws.exponential();
    sums[index] = total;
  }
  const rest = volume - count;
  let given = 0;
  for (let index = 0; index < count; index += 1) {
    // The last share takes the rest, regardless of rounding.
    const until = index === count - 1 ? rest : Math.min(rest, Math.floor((at(sums, index) / total) * rest));
    lots[index] = 1 + until - given;
    given = until;
  }
}
