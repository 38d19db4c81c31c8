import { at } from '#base/assert.ts';
import type { Draws } from '../days/draws.ts';

/** Prints in order: prices in ticks, lots in steps, and the taker buy volume of all lots. */
interface Unsided {
  readonly prices: Int32Array;
  readonly lots: Float64Array;
  readonly takerBuyVolume: number;
}

/**
 * Steps that takers bought of each print: all or none, except for one print that makes the sum exact. Prints that
 * raised the price come first, mixed with others by one uniform draw each. Every traded minute passes through here, so
 * the loops do without the checks of `at`; their indexes are in range.
 */
export function takerLots({ prices, lots, takerBuyVolume }: Unsided, draws: Draws): Float64Array {
  const count = prices.length;
  const noise = (rangeOf(prices) + 1) / Math.sqrt(count);
  const scores = new Float64Array(count);
  let before = at(prices, 0);
  for (let index = 0; index < count; index += 1) {
    const price = prices[index] ?? before;
    scores[index] = price - before + noise * draws.uniform();
    before = price;
  }
  const bought = new Float64Array(count);
  let left = takerBuyVolume;
  for (const index of bestFirst(scores)) {
    const taken = Math.min(left, lots[index] ?? 0);
    bought[index] = taken;
    left -= taken;
  }
  return bought;
}

/** Indexes by descending score, ties in order. Insertion sort, which suits some sixty numbers. */
function bestFirst(scores: Float64Array): Int32Array {
  const order = new Int32Array(scores.length);
  const sorted = new Float64Array(scores.length);
  for (let index = 0; index < order.length; index += 1) {
    const score = scores[index] ?? 0;
    let gap = index;
    while (gap > 0 && (sorted[gap - 1] ?? 0) < score) {
      sorted[gap] = sorted[gap - 1] ?? 0;
      order[gap] = order[gap - 1] ?? 0;
      gap -= 1;
    }
    sorted[gap] = score;
    order[gap] = index;
  }
  return order;
}

function rangeOf(prices: Int32Array): number {
  let [low, high] = [at(prices, 0), at(prices, 0)];
  for (let index = 1; index < prices.length; index += 1) {
    const price = prices[index] ?? low;
    if (price < low) low = price;
    if (price > high) high = price;
  }
  return high - low;
}
