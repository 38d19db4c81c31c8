import { type Ticks, ticks } from '#base/exact.ts';
import type { MarketMinute } from '../model/account.ts';
import { lastClose } from '../scan/market-minutes.ts';
import type { Book } from './book.ts';
import { forgetTriggers } from './sums.ts';

/** The last close of a symbol; undefined before its first one, and while no bot trades it. */
export function markIn(book: Book, symbol: string): Ticks | undefined {
  readMarks(book);
  return book.marks.get(symbol);
}

/** Values positions at the closes of a minute; where a symbol has none, its mark stays. */
export function markAll(book: Book, minute: MarketMinute): void {
  for (const { slots } of book.botList) {
    for (const { key } of slots) {
      const candle = minute.candle(key.symbol);
      if (candle !== null) book.marks.set(key.symbol, ticks(candle.close));
    }
  }
  forgetTriggers(book.sums);
}

/** Brings the marks up to the last close. Behind a stretch that passed they wait until they are asked for: few are. */
export function readMarks(book: Book): void {
  const { unread } = book;
  if (unread === null) return;
  book.unread = null;
  for (const { slots } of book.botList) {
    for (const { key } of slots) {
      const stored = unread.history.symbols.get(key.symbol);
      const close = stored === undefined ? null : lastClose(stored, unread);
      if (close !== null) book.marks.set(key.symbol, ticks(close));
    }
  }
}

/** Before a minute is lived through: its own closes will overwrite the marks that wait, but for symbols without one. */
export function passMarks(book: Book, minute: MarketMinute): void {
  if (book.unread === null) return;
  if (!haveCandles(book, minute)) readMarks(book);
  book.unread = null;
}

function haveCandles({ botList }: Book, minute: MarketMinute): boolean {
  for (const { slots } of botList) for (const { key } of slots) if (minute.candle(key.symbol) === null) return false;
  return true;
}
