import { type Steps, steps } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { DepthLevel } from '#engine/matching/tape-fill.ts';
import type { Level, OrderBook } from '../../market/market.ts';
import { BOOK_LEVELS } from '../../market/synthetic-book.ts';
import { type Dent, type ExchangeState, symbolStateOf } from '../exchange-state.ts';
import type { ExchangeOrder } from '../rows.ts';

/**
 * A level that was taken from is refilled in so much market time. Its quantity follows the trades of the market, like all of
 * the book, so it does not depend on when somebody looks.
 */
const REFILL_MS = 30_000;

/** The market's own book, less what takers have taken from it lately; it is refilled as time goes by. */
export function marketBook(state: ExchangeState, symbol: string, levels = BOOK_LEVELS): OrderBook | null {
  const dents = state.symbolStates.get(symbol)?.dents ?? [];
  const book = state.market.book(symbol, state.at, Math.min(BOOK_LEVELS, levels + dents.length));
  if (book === null || dents.length === 0) return book;
  const side = (of: readonly Level[], taker: Dent['side']): readonly Level[] =>
    dented(
      of,
      dents.filter((one) => one.side === taker),
      book.time,
    ).slice(0, levels);
  return { ...book, bids: side(book.bids, 'SELL'), asks: side(book.asks, 'BUY') };
}

function dented(levels: readonly Level[], dents: readonly Dent[], now: Instant): readonly Level[] {
  const missing = new Map<number, number>();
  for (const { price, quantity, since } of dents) {
    const share = 1 - (now - since) / REFILL_MS;
    if (share > 0) missing.set(price, (missing.get(price) ?? 0) + quantity * share);
  }
  return levels.flatMap((level) => {
    const quantity = leftOf(level, missing.get(level.price) ?? 0);
    return quantity === 0 ? [] : [{ price: level.price, quantity }];
  });
}

function leftOf({ quantity }: Level, missing: number): Steps {
  return steps(Math.max(0, quantity - Math.ceil(missing)));
}

/** Notes what an order has taken, so that the next one finds less; forgets what has been refilled. */
export function dent(
  state: ExchangeState,
  { symbol, side }: Pick<ExchangeOrder, 'symbol' | 'side'>,
  taken: readonly DepthLevel[],
): void {
  const latest = state.market.book(symbol, state.at, 1);
  if (taken.length === 0 || latest === null) return;
  const symbolState = symbolStateOf(state, symbol);
  const fresh = symbolState.dents.filter(({ since }) => latest.time - since < REFILL_MS);
  symbolState.dents = [...fresh, ...taken.map((level) => ({ side, ...level, since: latest.time }))];
  symbolState.revision += 1;
}
