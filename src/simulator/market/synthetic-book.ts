import { CASH_PER_USDT, steps, ticks } from '#base/exact.ts';
import { mixed, textHash } from '../prices/days/draws.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { AggregateTrade, Level, OrderBook } from './market.ts';

/** Maximum levels per side. */
export const BOOK_LEVELS = 1_000;

/** Spread by mean open interest in USDT: at least one tick, and at least this share of the price. */
const SPREADS = [
  { from: 100_000_000, part: 0 },
  { from: 20_000_000, part: 0.0002 },
  { from: 0, part: 0.0005 },
] as const;

/** What rests within this distance of the best price is this share of what is traded in a day. */
const NEAR = 0.01;
const NEAR_SHARE = 0.025;
/** The best price has so many times the usual quantity. */
const BEST_SIZE = 4;
/** Quantity grows in blocks of this many prices, so that a small move leaves most levels unchanged. */
const BLOCK = 64;
const GROWTH = 1.06;
/** One level in this many is a wall several times the usual size. */
const WALL_EVERY = 40;
const WALL_SIZE = 5;
/**
 * The best levels change their quantity once in so many trades, the others once in so much time, different ones with
 * different trades.
 */
const BUSY_LEVELS = 10;
const CHANGE_EVERY = 8;
const CHANGE_EVERY_MS = 20_000;

/**
 * The order book around the latest trade: its taker took the best price of one side, and the other side starts one
 * spread away. It is a function of symbol and trade, so it is reproducible and changes with each trade.
 *
 * @param levels - per side, from 1 to 1,000
 */
export function syntheticBook(
  { instrument, openInterest, dayVolume }: ListedSymbol,
  trade: AggregateTrade,
  levels: number,
): OrderBook {
  const { symbol, cashPerTickStep } = instrument;
  const bid = trade.takerSide === 'SELL' ? trade.price : trade.price - spreadOf(trade.price, openInterest);
  const ask = trade.takerSide === 'SELL' ? trade.price + spreadOf(trade.price, openInterest) : trade.price;
  const perTick = (dayVolume * NEAR_SHARE) / Math.max(1, trade.price * NEAR);
  const sizes = { symbol: textHash(symbol), value: perTick / (cashPerTickStep / CASH_PER_USDT), trade };
  return {
    updateId: trade.id,
    time: trade.time,
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
  /** Value of the usual level, in ticks times steps. */
  readonly value: number;
  readonly trade: AggregateTrade;
}

function sideOf(
  { symbol, value, trade }: Sizes,
  { best, step, levels }: { readonly best: number; readonly step: 1 | -1; readonly levels: number },
): readonly Level[] {
  const side: Level[] = [];
  let [usual, block] = [value, Math.floor(best / BLOCK)];
  for (let price = best; price >= 1 && side.length < levels; price += step) {
    if (Math.floor(price / BLOCK) !== block) [usual, block] = [usual * GROWTH, block + step];
    const size = side.length === 0 ? BEST_SIZE : 1;
    const quantity = (usual / price) * size * noiseOf(Math.imul(symbol, step) ^ price, { trade, depth: side.length });
    side.push({ price: ticks(price), quantity: steps(Math.max(1, Math.round(quantity))) });
  }
  return side;
}

const WORD = 4_294_967_296;

/** Noise with a mean of about 1, between 0.2 and 1.8, larger for walls. Walls do not depend on the trade. */
function noiseOf(level: number, { trade, depth }: { readonly trade: AggregateTrade; readonly depth: number }): number {
  const own = mixed(level) >>> 0;
  const phase =
    depth < BUSY_LEVELS
      ? Math.floor((trade.id + own) / CHANGE_EVERY)
      : Math.floor((trade.time + own) / CHANGE_EVERY_MS);
  const drawn = mixed(own ^ phase) >>> 0;
  return (0.2 + (1.6 * drawn) / WORD) * (own % WALL_EVERY === 0 ? WALL_SIZE : 1);
}
