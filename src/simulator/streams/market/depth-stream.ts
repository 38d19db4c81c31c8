import { ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { Level, OrderBook } from '../../market/market.ts';
import { type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

/** `depth`: the best levels, or all levels that changed since the previous message. */
export function depthStream(
  { symbol, levels, everyMs }: { readonly symbol: string; readonly levels: number | null; readonly everyMs: number },
  { market, tape, books }: StreamSources,
  start: Instant,
): MarketStream {
  const instrument = market.symbols.get(symbol)?.instrument;
  const look = (at: Instant): OrderBook | null =>
    levels === null ? books.book(symbol, at) : books.book(symbol, at, levels);
  const changes = (): number => tape.pulse(symbol).count + books.revision(symbol);
  let told = look(start);
  let count = changes();
  let isFirst = true;
  return {
    follows: [symbol],
    everyMs,
    tell({ now }) {
      const changed = changes();
      if (changed === count) return []; // The order book changes only with trades and by accounts.
      count = changed;
      const book = look(now);
      const before = told;
      if (instrument === undefined || book === null || before === null) {
        told = book;
        return [];
      }
      if (book.updateId === before.updateId) return [];
      told = book;
      const sides = levels === null ? changedSides(before, book) : book;
      // The first message includes the update id of its initial state, so that a snapshot of that state links to it.
      const firstId = isFirst ? before.updateId : before.updateId + 1;
      isFirst = false;
      return [JSON.stringify(depthMessage({ instrument, now, firstId, before, book, sides }))];
    },
  };
}

const RPI_MS = 500;

/** `rpiDepth`: all changed levels of the book that has orders of retail price improvement in it. */
export function rpiDepthStream(
  { symbol }: { readonly symbol: string },
  sources: StreamSources,
  start: Instant,
): MarketStream {
  const books = { ...sources.books, book: sources.books.improved };
  return depthStream({ symbol, levels: null, everyMs: RPI_MS }, { ...sources, books }, start);
}

interface Sides {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

function changedSides(before: OrderBook, after: OrderBook): Sides {
  return { bids: changedLevels(before.bids, after.bids), asks: changedLevels(before.asks, after.asks) };
}

/** Levels with their new quantity, 0 for a removed one. */
function changedLevels(before: readonly Level[], after: readonly Level[]): readonly Level[] {
  const left = new Map(before.map((level) => [level.price, level]));
  const changed: Level[] = [];
  for (const level of after) {
    if (left.get(level.price)?.quantity !== level.quantity) changed.push(level);
    left.delete(level.price);
  }
  for (const level of left.values()) changed.push({ price: level.price, quantity: ZERO_STEPS });
  return changed;
}

interface DepthParts {
  readonly instrument: Instrument;
  readonly now: Instant;
  readonly firstId: number;
  readonly before: OrderBook;
  readonly book: OrderBook;
  readonly sides: Sides;
}

function depthMessage({ instrument, now, firstId, before, book, sides }: DepthParts): object {
  const words = (levels: readonly Level[]): readonly (readonly string[])[] =>
    levels.map(({ price, quantity }) => [priceText(instrument, price), quantityText(instrument, quantity)]);
  return {
    e: 'depthUpdate',
    E: now,
    T: now,
    s: instrument.symbol,
    U: firstId,
    u: book.updateId,
    pu: before.updateId,
    b: words(sides.bids),
    a: words(sides.asks),
    ps: instrument.symbol,
    st: ST_USDT_MARGINED,
  };
}
