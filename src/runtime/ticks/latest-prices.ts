import { at } from '#base/assert.ts';
import { type Ticks, ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { openTickSpans } from '#engine/scan/tick-spans.ts';
import type { BookQuote, OpenQuotes, QuoteStream } from '#ports/quotes.ts';

/** A price between two minutes: the middle of the best bid and the best ask, rounded down to the tick. */
export interface LatestPrice {
  readonly price: Ticks;
  /** When the exchange sent it, market time. */
  readonly at: Instant;
}

/** The latest prices of the followed symbols. Each symbol has a fixed index. */
export interface LatestPrices {
  /** Follows these symbols too from now on; those beyond `FOLLOWED_MAX` are ignored. */
  follow(symbols: Iterable<string>): void;
  /** Null for a symbol that is not followed. */
  indexOf(symbol: string): number | null;
  symbolAt(index: number): string;
  /** Null for a symbol that is not followed or has no quote yet. */
  of(symbol: string): LatestPrice | null;
  close(): void;
}

export interface LatestPricesOptions {
  readonly openQuotes: OpenQuotes;
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Called once per turn of the event loop for every symbol quoted in it, with the range in which its price moved. */
  moved(index: number, low: number, high: number): void;
}

/** The exchange streams the quotes of no more symbols over one connection. */
export const FOLLOWED_MAX = 1_024;

/** Opens the prices with no symbol followed; the quote stream starts with the first one. */
export function openLatestPrices({ openQuotes, instruments, moved }: LatestPricesOptions): LatestPrices {
  const followed: Instrument[] = [];
  const indexes = new Map<string, number>();
  const latest: (LatestPrice | undefined)[] = [];
  const spans = openTickSpans(FOLLOWED_MAX);
  let isTurnAwaited = false;

  const endTurn = (): void => {
    isTurnAwaited = false;
    spans.drain(moved);
  };
  const hear = ({ symbol, bid, ask, at: toldAt }: BookQuote): void => {
    const price = Math.floor((bid + ask) / 2);
    latest[symbol] = { price: ticks(price), at: toldAt };
    spans.widen(symbol, price, price);
    if (isTurnAwaited) return;
    isTurnAwaited = true;
    setImmediate(endTurn);
  };
  const stream: QuoteStream = openQuotes(hear);

  return {
    follow(symbols) {
      const before = followed.length;
      for (const symbol of symbols) {
        const instrument = instruments.get(symbol);
        if (instrument === undefined || indexes.has(symbol) || followed.length === FOLLOWED_MAX) continue;
        indexes.set(symbol, followed.length);
        followed.push(instrument);
      }
      if (followed.length > before) stream.follow([...followed]);
    },
    indexOf: (symbol) => indexes.get(symbol) ?? null,
    symbolAt: (index) => at(followed, index).symbol,
    of: (symbol) => latest[indexes.get(symbol) ?? -1] ?? null,
    close: () => stream.close(),
  };
}
