import { CASH_PER_USDT, steps, ticks } from '#base/exact.ts';
import { mixed, textHash } from '../prices/days/draws.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { AggregateTrade, Level, OrderBook } from './market.ts';

/** Of a side, at most. */
export const BOOK_LEVELS = 1_000;

/** Spread by mean open interest in USDT: at least a tick, and this part of the price. */
const SPREADS = [
  { from: 100_000_000, part: 0 },
  { from: 20_000_000, part: 0.0002 },
  { from: 0, part: 0.0005 },
] as const;

/** USDT at the best price, per root of the open interest in USDT. */
const VALUE_PER_ROOT = 2;
/** Levels of so many prices hold so much more than those before them: by blocks, so that a small move leaves most as they are. */
const BLOCK = 64;
const GROWTH = 1.06;
/** One level in so many is a wall of so many times the usual. */
const WALL_EVERY = 40;
const WALL_SIZE = 5;
/** A level changes its quantity with every so many-th trade, and not all levels with the same one. */
const CHANGE_EVERY = 8;

/**
 * The book around the newest trade: its taker took the best price of one side, and the other side begins a spread away.
 * Everything follows from symbol and trade, so a book is the same whenever it is asked for, and changes with each trade.
 *
 * @param levels - of a side, from 1 to 1,000
 */
export function syntheticBook(
  { instrument, openInterest }: ListedSymbol,
  trade: AggregateTrade,
  levels: number,
): OrderBook {
  const { symbol, cashPerTickStep } = instrument;
  const bid = trade.takerSide === 'SELL' ? trade.price : trade.price - spreadOf(trade.price, openInterest);
  const ask = trade.takerSide === 'SELL' ? trade.price + spreadOf(trade.price, openInterest) : trade.price;
  const value = VALUE_PER_ROOT * Math.sqrt(openInterest);
  const sizes = { symbol: textHash(symbol), value: value / (cashPerTickStep / CASH_PER_USDT), trade: trade.id };
  return {
    updateId: trade.id,
    bids: sideOf(sizes, { best: bid, step: -1, levels }),
    asks: sideOf(sizes, { best: ask, step: 1, levels }),
  };
}

function spreadOf(price: number, openInterest: number): number {
  const part = SPREADS.find(({ from }) => openInterest >= from)?.part ?? 0;
  return Math.max(1, Math.round(price * part));
}

interface Sizes {
  readonly symbol: number;
  /** Of the best level, in ticks times steps. */
  readonly value: number;
  readonly trade: number;
}

function sideOf(
  { symbol, value, trade }: Sizes,
  { best, step, levels }: { readonly best: number; readonly step: 1 | -1; readonly levels: number },
): readonly Level[] {
  const side: Level[] = [];
  let [usual, block] = [value, Math.floor(best / BLOCK)];
  for (let price = best; price >= 1 && side.length < levels; price += step) {
    if (Math.floor(price / BLOCK) !== block) [usual, block] = [usual * GROWTH, block + step];
    const quantity = (usual / price) * noiseOf(Math.imul(symbol, step) ^ price, trade);
    side.push({ price: ticks(price), quantity: steps(Math.max(1, Math.round(quantity))) });
  }
  return side;
}

const WORD = 4_294_967_296;

/** Of mean 1 or so, between 0.2 and 1.8, larger for walls. The bits that tell walls do not change with the trades. */
function noiseOf(place: number, trade: number): number {
  const own = mixed(place) >>> 0;
  const drawn = mixed(own ^ Math.floor((trade + own) / CHANGE_EVERY)) >>> 0;
  return (0.2 + (1.6 * drawn) / WORD) * (own % WALL_EVERY === 0 ? WALL_SIZE : 1);
}
