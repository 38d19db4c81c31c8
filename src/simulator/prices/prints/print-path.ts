import { at } from '#base/assert.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Draws } from '../days/draws.ts';
import type { Outline } from './outline.ts';

/** How strongly a rise implies that the low came first: P = 0.5 + 0.35 (C - O) / (H - L). */
const LOW_FIRST_SLOPE = 0.35;
/** The range of a random walk is about this many standard deviations of its whole length. */
export const RANGE_DEVIATIONS = 1.6;

/**
 * Draws the prices of a minute's parts, in ticks: from the open through both extremes to the close, with Brownian bridges in
 * between that stay within the candle.
 */
export function drawPath(
  candle: Candle,
  { corners, outline }: { readonly corners: readonly number[]; readonly outline: Outline },
  draws: Draws,
): void {
  const { prices } = outline;
  const indexes = cornerIndexes(corners.length, prices.length, draws);
  prices.fill(at(corners, 0));
  outline.corners.fill(0);
  for (const [corner, to] of indexes.entries()) {
    prices[to] = at(corners, corner);
    outline.corners[to] = 1;
    if (corner > 0) bridge(prices, { from: at(indexes, corner - 1), to, candle }, draws);
  }
}

/**
 * Open, extremes and close in the order in which they occur, without repetitions; one uniform draw.
 * @param lots - how many prints there can be
 */
export function cornersOf({ open, high, low, close }: Candle, lots: number, draws: Draws): readonly number[] {
  const likely = high === low ? 0.5 : 0.5 + (LOW_FIRST_SLOPE * (close - open)) / (high - low);
  const isLowFirst = draws.uniform() < likely;
  const drawn = isLowFirst ? apart(open, low, high, close) : apart(open, high, low, close);
  if (drawn.length <= lots) return drawn;
  const other = isLowFirst ? apart(open, high, low, close) : apart(open, low, high, close);
  return other.length <= lots ? other : drawn.slice(-lots);
}

function apart(...prices: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const price of prices) if (price !== found.at(-1)) found.push(price);
  return found;
}

/** Indexes of the parts that are corners: the first, the last, and random ones in between; one uniform draw each. */
function cornerIndexes(corners: number, count: number, draws: Draws): readonly number[] {
  if (corners === 1) return [0];
  if (corners === 2) return [0, count - 1];
  if (corners === 3) return [0, draws.between(1, count - 2), count - 1];
  const [one, other] = [draws.between(1, count - 3), draws.between(1, count - 3)];
  return [0, Math.min(one, other), Math.max(one, other) + 1, count - 1];
}

/** Fills the parts between two corners; one bell draw each. */
function bridge(prices: Int32Array, span: { from: number; to: number; candle: Candle }, draws: Draws): void {
  const { from, to, candle } = span;
  const { high, low } = candle;
  const deviation = (high - low) / RANGE_DEVIATIONS / Math.sqrt(prices.length);
  const end = at(prices, to);
  let price = at(prices, from);
  for (let index = from + 1; index < to; index += 1) {
    const left = to - index + 1;
    price += (end - price) / left + deviation * Math.sqrt((left - 1) / left) * draws.bell();
    price = Math.min(high, Math.max(low, price));
    prices[index] = Math.round(price);
  }
}
