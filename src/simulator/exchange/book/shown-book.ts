import { add, type Ticks } from '#base/exact.ts';
import type { Level, OrderBook } from '../../market/market.ts';
import type { ExchangeState, OpenOrder, SymbolState } from '../exchange-state.ts';
import { openQuantity } from '../positions/settle-fill.ts';
import { marketBook } from './market-book.ts';

/** Which book, and how much of it. */
export interface ShownBook {
  readonly symbol: string;
  readonly levels: number;
  /** `improved` includes orders of retail price improvement, which nobody else sees. */
  readonly which: 'public' | 'improved';
}

/**
 * The book as the exchange shows it: the market's, and what accounts have resting in it. Its id rises with every trade of the
 * market and with every change by an account.
 */
export function shownBook(state: ExchangeState, { symbol, levels, which }: ShownBook): OrderBook | null {
  const near = marketBook(state, symbol, levels);
  const symbolState = state.symbolStates.get(symbol);
  if (near === null || symbolState === undefined) return near;
  const updateId = near.updateId + symbolState.revision;
  const { buys, sells } = restingOf(symbolState, which);
  const [bid, ask] = [near.bids[0], near.asks[0]];
  if (bid === undefined || ask === undefined) return { ...near, updateId };
  // What rests beyond the market's best price is the best price until it is filled; the market then begins deeper.
  const isPassed = (buys[0]?.price ?? 0) >= ask.price || (sells[0]?.price ?? Number.POSITIVE_INFINITY) <= bid.price;
  const book = (isPassed ? marketBook(state, symbol) : null) ?? near;
  const bids = merged(book.bids.filter(isBelow(sells[0]?.price)), buys).sort((a, b) => b.price - a.price);
  const asks = merged(book.asks.filter(isAbove(buys[0]?.price)), sells).sort((a, b) => a.price - b.price);
  return { updateId, time: book.time, bids: bids.slice(0, levels), asks: asks.slice(0, levels) };
}

const isBelow = (limit: Ticks | undefined) => (level: Level) => limit === undefined || level.price < limit;
const isAbove = (limit: Ticks | undefined) => (level: Level) => limit === undefined || level.price > limit;

/** Quantities of resting orders by price, best first. */
function restingOf({ buys, sells }: SymbolState, which: ShownBook['which']) {
  const isShown = ({ row }: OpenOrder): boolean => which === 'improved' || row.timeInForce !== 'RPI';
  const levelsOf = (orders: readonly OpenOrder[]): readonly Level[] =>
    merged(
      [],
      orders
        .filter(isShown)
        .flatMap(({ row }) => (row.price === null ? [] : [{ price: row.price, quantity: openQuantity(row) }])),
    );
  return { buys: levelsOf(buys), sells: levelsOf(sells) };
}

/** One level a price. */
function merged(levels: readonly Level[], added: readonly Level[]): Level[] {
  if (added.length === 0) return [...levels];
  const byPrice = new Map(levels.map((level) => [level.price, level]));
  for (const { price, quantity } of added) {
    const known = byPrice.get(price);
    byPrice.set(price, { price, quantity: known === undefined ? quantity : add(known.quantity, quantity) });
  }
  return [...byPrice.values()];
}
