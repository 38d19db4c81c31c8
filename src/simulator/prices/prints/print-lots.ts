import { at } from '#base/assert.ts';
import type { Draws } from '../days/draws.ts';

/**
 * A volume of whole steps split at random into `count` quantities of at least one step each; their sum is exact. What
 * exceeds one step each is distributed by exponential draws: many small quantities, few large. One exponential draw per
 * quantity.
 *
 * @param count - at most the volume
 */
export function lotsOf(volume: number, count: number, draws: Draws): Float64Array {
  const sums = new Float64Array(count);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    total += draws.exponential();
    sums[index] = total;
  }
  const rest = volume - count;
  const lots = new Float64Array(count);
  let given = 0;
  for (let index = 0; index < count; index += 1) {
    // The last share takes the rest, regardless of rounding.
    const until = index === count - 1 ? rest : Math.min(rest, Math.floor((at(sums, index) / total) * rest));
    lots[index] = 1 + until - given;
    given = until;
  }
  return lots;
}
