import { at } from '#base/assert.ts';
import type { Side } from '#engine/model/order.ts';
import type { Draws } from '../days/draws.ts';
import type { MarketCandle } from '../market-candle.ts';
import { drawOutline } from './draw-outline.ts';
import { type Outline, soldAt } from './outline.ts';
import { RANGE_DEVIATIONS } from './print-path.ts';
import { drawHalfPath, sidePrints, type UntimedPrint } from './stretch-prints.ts';

/** A trade inside a candle: price in ticks, quantity in steps, `offsetMs` after the minute's open. */
export interface CandlePrint {
  readonly offsetMs: number;
  readonly price: number;
  readonly quantity: number;
  /** The side of the taker. */
  readonly takerSide: Side;
}

const PRINTS_MIN = 8;
const PRINTS_MAX = 1_500;
/**
 * Up to so many trades each is a print; of those above, this many share one: marks of all contracts follow their latest
 * prints, so every program that is shown them pays for the prints of each.
 */
const APART_MAX = 64;
const TRADES_A_PRINT = 8;
const LAST_OFFSET_MS = 59_999;

/** The number of prints for a candle's trades: 25 a second for BTCUSDT. It does not depend on random draws. */
export function printsOf(trades: number): number {
  const shared = Math.max(0, Math.floor((trades - APART_MAX) / TRADES_A_PRINT));
  return Math.min(PRINTS_MAX, Math.min(APART_MAX, trades) + shared);
}

/**
 * Plausible trades inside a candle, oldest first, that reproduce the candle exactly. Without volume there are none. A candle
 * with fewer lots than corners cannot have been traded: it loses corners, from its open on, but keeps its close and volume.
 *
 * @param draws - seeded by the candle's symbol and open time, so that a minute always has the same prints
 */
export function candlePrints(candle: MarketCandle, draws: Draws): readonly CandlePrint[] {
  if (candle.volume === 0) return [];
  const prints = printCount(candle);
  const outline = drawOutline(candle, prints, draws);
  const offsets = offsetsOf(prints, draws);
  const deviation = (candle.high - candle.low) / RANGE_DEVIATIONS / Math.sqrt(outline.prices.length);
  const made: CandlePrint[] = [];
  for (let index = 0; index < outline.prices.length; index += 1) {
    for (const { price, quantity, takerSide } of partPrints(outline, { index, candle, deviation }, draws)) {
      made.push({ offsetMs: at(offsets, made.length), price, quantity, takerSide });
    }
  }
  return made;
}

/** Sums of price times quantity in ticks times steps: of all trades, and of taker buys. */
export interface PrintedValue {
  readonly traded: number;
  readonly bought: number;
}

/** The value of a candle's prints without creating them: their outline has it already, and comes from the same draws. */
export function printedValue(candle: MarketCandle, draws: Draws): PrintedValue {
  if (candle.volume === 0) return { traded: 0, bought: 0 };
  const outline = drawOutline(candle, printCount(candle), draws);
  const { prices, lots, bought } = outline;
  let [sold, paid] = [0, 0];
  for (let index = 0; index < prices.length; index += 1) {
    const buys = bought[index] ?? 0; // Indexes are in range; the checks of `at` would double the time of this loop.
    paid += (prices[index] ?? 0) * buys;
    sold += soldAt(outline, index, candle.low) * ((lots[index] ?? 0) - buys);
  }
  return { traded: paid + sold, bought: paid };
}

/** A candle that others made may have fewer trades than corners, or more than steps. */
function printCount({ trades, volume }: MarketCandle): number {
  return Math.min(volume, Math.max(printsOf(trades), PRINTS_MIN));
}

interface Part {
  readonly index: number;
  readonly candle: MarketCandle;
  /** Of the price from one part to the next, in ticks. */
  readonly deviation: number;
}

/** The prints of a corner, or of a stretch. */
function partPrints(outline: Outline, { index, candle, deviation }: Part, draws: Draws): readonly UntimedPrint[] {
  const { prices, corners, lots, bought, counts } = outline;
  const [price, lot, buy] = [at(prices, index), at(lots, index), at(bought, index)];
  if (at(corners, index) === 1) return [{ price, quantity: lot, takerSide: buy > 0 ? 'BUY' : 'SELL' }];
  const [before, after] = [prices[index - 1] ?? price, prices[index + 1] ?? price];
  const path = drawHalfPath({ prints: at(counts, index), move: (after - before) / 2, deviation }, draws);
  const bounds = { path, low: candle.low, high: candle.high };
  const [buys, sells] = countsOf(outline, index);
  const buyers = { takerSide: 'BUY', prints: buys, quantity: buy, mean: price } as const;
  const mean = soldAt(outline, index, candle.low);
  const sellers = { takerSide: 'SELL', prints: sells, quantity: lot - buy, mean } as const;
  return shuffled(sidePrints(buyers, bounds, draws), sidePrints(sellers, bounds, draws), draws);
}

/** How many of a stretch's prints are taker buys and sells: by quantity, at least one of a side that trades. */
function countsOf({ lots, bought, counts }: Outline, index: number): readonly [buys: number, sells: number] {
  const [lot, buy, prints] = [at(lots, index), at(bought, index), at(counts, index)];
  const sell = lot - buy;
  const [least, most] = [Math.max(Math.sign(buy), prints - sell), Math.min(buy, prints - Math.sign(sell))];
  const buys = Math.max(least, Math.min(most, Math.round((prints * buy) / lot)));
  return [buys, prints - buys];
}

/** Both lists in one, each in its own order; one uniform draw each. */
function shuffled(one: readonly UntimedPrint[], other: readonly UntimedPrint[], draws: Draws): readonly UntimedPrint[] {
  const all: UntimedPrint[] = [];
  let first = 0;
  for (let index = 0; index < one.length + other.length; index += 1) {
    const left = one.length - first;
    const isFirst = draws.uniform() * (one.length + other.length - index) < left;
    all.push(isFirst ? at(one, first) : at(other, index - first));
    if (isFirst) first += 1;
  }
  return all;
}

/** Offsets within the minute, ascending, possibly with duplicates. */
function offsetsOf(count: number, draws: Draws): Int32Array {
  const offsets = new Int32Array(count);
  for (let index = 0; index < count; index += 1) offsets[index] = draws.between(0, LAST_OFFSET_MS);
  return offsets.sort();
}
