import { at } from '#base/assert.ts';
import type { Draws } from './draws.ts';

/** Prints in order: prices in ticks, lots in steps, and how much of all lots takers bought. */
interface Unsided {
  readonly prices: Int32Array;
  readonly lots: Float64Array;
  readonly takerBuyVolume: number;
}

/**
 * How many steps of each print takers bought: all or none of it but for one print, so that the sum is exact. Prints
 * that raised the price come first; one uniform draw a print mixes them with others.
 */
export function takerLots({ prices, lots, takerBuyVolume }: Unsided, draws: Draws): Float64Array {
  const count = prices.length;
  const noise = (rangeOf(prices) + 1) / Math.sqrt(count);
  const scores = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const move = index === 0 ? 0 : at(prices, index) - at(prices, index - 1);
    scores[index] = move + noise * draws.uniform();
  }
  const order = Array.from(prices.keys()).sort((one, other) => at(scores, other) - at(scores, one));
  const bought = new Float64Array(count);
  let left = takerBuyVolume;
  for (const index of order) {
    const taken = Math.min(left, at(lots, index));
    bought[index] = taken;
    left -= taken;
  }
  return bought;
}

function rangeOf(prices: Int32Array): number {
  let [low, high] = [at(prices, 0), at(prices, 0)];
  for (const price of prices) {
    low = Math.min(low, price);
    high = Math.max(high, price);
  }
  return high - low;
}
