import { at } from '#base/assert.ts';
import type { Side } from '#engine/model/order.ts';
import type { Draws } from '../days/draws.ts';
import type { MarketCandle } from '../market-candle.ts';
import { type PrintColumns, printColumns } from './print-columns.ts';
import { drawLots } from './print-lots.ts';
import { drawPath } from './print-path.ts';
import { drawSides } from './print-sides.ts';

/** A trade inside a candle: price in ticks, quantity in steps, `offsetMs` after the minute's open. */
export interface CandlePrint {
  readonly offsetMs: number;
  readonly price: number;
  readonly quantity: number;
  /** The side of the taker. */
  readonly takerSide: Side;
}

const PRINTS_MIN = 8;
/** One is reserved for the print that takers of both sides share, so there are never more prints than trades. */
const PRINTS_MAX = 63;
const LAST_OFFSET_MS = 59_999;

/** The number of prints for a candle's trades. It does not depend on random draws. */
export function printsOf(trades: number): number {
  return Math.min(PRINTS_MAX + 1, trades);
}

/**
 * Plausible trades inside a candle: at most 64 prints, oldest first, that reproduce the candle exactly. Without volume
 * there are none. A candle with fewer lots than corners cannot have been traded: it loses corners, from its open on,
 * but keeps its close and volume.
 *
 * @param draws - seeded by the candle's symbol and open time, so that a minute always has the same prints
 */
export function candlePrints(candle: MarketCandle, draws: Draws): readonly CandlePrint[] {
  if (candle.volume === 0) return [];
  const { prices, lots, bought } = drawnColumns(candle, draws);
  const offsets = offsetsOf(prices.length, draws);
  const prints: CandlePrint[] = [];
  for (let index = 0; index < prices.length; index += 1) {
    const [offsetMs, price] = [at(offsets, index), at(prices, index)];
    const buy = at(bought, index);
    const sell = at(lots, index) - buy;
    if (buy > 0) prints.push({ offsetMs, price, quantity: buy, takerSide: 'BUY' });
    if (sell > 0) prints.push({ offsetMs, price, quantity: sell, takerSide: 'SELL' });
  }
  return prints;
}

/** Sums of price times quantity in ticks times steps: of all trades, and of taker buys. */
export interface PrintedValue {
  readonly traded: number;
  readonly bought: number;
}

/** The value of a candle's prints without creating them, from the same draws. */
export function printedValue(candle: MarketCandle, draws: Draws): PrintedValue {
  if (candle.volume === 0) return { traded: 0, bought: 0 };
  const columns = drawnColumns(candle, draws);
  let [traded, bought] = [0, 0];
  for (let index = 0; index < columns.prices.length; index += 1) {
    const price = columns.prices[index] ?? 0; // Indexes are in range; the checks of `at` would double the time of this loop.
    traded += price * (columns.lots[index] ?? 0);
    bought += price * (columns.bought[index] ?? 0);
  }
  return { traded, bought };
}

/** Prices, quantities and taker buy quantities, until those of the next minute. */
function drawnColumns(candle: MarketCandle, draws: Draws): PrintColumns {
  const wanted = Math.min(PRINTS_MAX, Math.max(PRINTS_MIN, candle.trades - 1));
  const columns = printColumns(Math.min(wanted, candle.volume));
  drawPath(candle, columns, draws);
  drawLots(candle.volume, columns, draws);
  drawSides(candle.takerBuyVolume, columns, draws);
  return columns;
}

/** Offsets within the minute, ascending, possibly with duplicates. */
function offsetsOf(count: number, draws: Draws): Int32Array {
  const offsets = new Int32Array(count);
  for (let index = 0; index < count; index += 1) offsets[index] = draws.between(0, LAST_OFFSET_MS);
  return offsets.sort();
}
