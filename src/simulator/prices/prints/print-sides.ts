import { at } from '#base/assert.ts';
import type { Draws } from '../days/draws.ts';
import type { PrintColumns } from './print-columns.ts';

/**
 * Draws how many steps takers bought of each print, whose price and lot stand: all or none, except for one print that
 * makes the sum exact. Prints that raised the price come first, mixed with others by one uniform draw each. Every traded
 * minute passes through here, so the loops do without the checks of `at`; their indexes are in range.
 */
export function drawSides(takerBuyVolume: number, columns: PrintColumns, draws: Draws): void {
  const { prices, scores } = columns;
  const count = prices.length;
  const noise = (rangeOf(prices) + 1) / Math.sqrt(count);
  let before = at(prices, 0);
  for (let index = 0; index < count; index += 1) {
    const price = prices[index] ?? before;
    scores[index] = price - before + noise * draws.uniform();
    before = price;
  }
  buyBest(takerBuyVolume, columns);
}

/**
 * Buys the lots of the best scores until the volume is reached, of equal scores the earliest first. Who comes first among
 * those that are bought whole does not matter, so nothing is sorted: the range that holds the last print bought is split
 * at one of its scores until it is found (Hoare's selection).
 */
function buyBest(volume: number, { lots, bought, scores, order }: PrintColumns): void {
  bought.fill(0);
  for (let index = 0; index < order.length; index += 1) order[index] = index;
  let [first, end, left] = [0, order.length, volume];
  while (first < end) {
    const middle = order[(first + end) >>> 1] ?? 0;
    const split = putBetterFirst(order, { first, end, middle }, scores);
    let better = 0;
    for (let place = first; place < split; place += 1) better += lots[order[place] ?? 0] ?? 0;
    if (better >= left) {
      end = split;
      continue;
    }
    for (let place = first; place < split; place += 1) {
      const index = order[place] ?? 0;
      bought[index] = lots[index] ?? 0;
    }
    const taken = Math.min(left - better, lots[middle] ?? 0);
    bought[middle] = taken;
    left -= better + taken;
    first = split + 1;
  }
}

interface Split {
  readonly first: number;
  readonly end: number;
  /** The print that the others are compared with. */
  readonly middle: number;
}

/** Puts the better prints of a range before the middle one and the worse behind it. @returns the middle one's place */
function putBetterFirst(order: Int32Array, { first, end, middle }: Split, scores: Float64Array): number {
  const score = scores[middle] ?? 0;
  let split = first;
  let own = first;
  for (let place = first; place < end; place += 1) {
    const index = order[place] ?? 0;
    if (index === middle) own = place;
    const other = scores[index] ?? 0;
    if (other < score || (other === score && index >= middle)) continue;
    order[place] = order[split] ?? 0;
    order[split] = index;
    if (own === split) own = place;
    split += 1;
  }
  order[own] = order[split] ?? 0;
  order[split] = middle;
  return split;
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
