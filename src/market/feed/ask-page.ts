import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { MarketSource } from '#ports/market-source.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { MinuteSpan } from '../store/span-set.ts';

/**
 * Minutes per request: larger pages have a higher weight per minute (`docs/exchange-simulator.md`, weights of candles).
 */
export const PAGE_MINUTES = 499;
/** Maximum settlements per answer of the exchange. */
const SETTLEMENTS_MAX = 1_000;

/** Where minutes are requested, and where they are stored: those of the last price, or those of the mark. */
export interface AskedMarket {
  readonly source: Pick<MarketSource, 'candles' | 'funding'>;
  readonly store: MarketStore;
}

/** The minutes of the mark, which are kept apart. */
export function askedMarks(source: MarketSource, marks: MarketStore): AskedMarket {
  return {
    source: {
      candles: (instrument, query) => source.markCandles(instrument, query),
      funding: (symbol, from, to) => source.funding(symbol, from, to),
    },
    store: marks,
  };
}

/**
 * Requests a span of minutes, at most a page, and stores the answer.
 * @returns the minutes of the span that are still unknown, oldest first
 * @throws AppError as the source does; EXCHANGE_ANSWER also for minutes that were not requested
 */
export async function askPage(
  { source, store }: AskedMarket,
  symbol: string,
  span: MinuteSpan,
): Promise<readonly MinuteSpan[]> {
  const minutes = (span.to - span.from) / MINUTE_MS;
  assert(minutes > 0 && minutes <= PAGE_MINUTES, `${minutes} minutes are a page`);
  const instrument = instrumentOf(store, symbol);
  const last = later(span.to, -MINUTE_MS);
  const candles = await source.candles(instrument, { interval: '1m', from: span.from, to: last, limit: minutes });
  if (candles.some(({ time }) => time < span.from || time > last)) {
    throw new AppError('EXCHANGE_ANSWER', `${symbol}: the exchange returned minutes that were not requested.`, {
      isRetryable: true,
    });
  }
  store.putCandles(symbol, candles, 'answer');
  return store.missing(symbol, span);
}

/**
 * Requests the exchange's first minute at or after an instant, stores it and returns its open; null when there is none
 * yet.
 * @throws AppError as `askPage` does
 */
export async function askNext({ source, store }: AskedMarket, symbol: string, from: Instant): Promise<Instant | null> {
  const query = { interval: '1m', from, to: null, limit: 1 } as const;
  const [next] = await source.candles(instrumentOf(store, symbol), query);
  if (next === undefined || next.time < from) return null;
  store.putCandles(symbol, [next], 'answer');
  return next.time;
}

function instrumentOf({ instruments }: MarketStore, symbol: string): Instrument {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new AppError('SYMBOL_UNKNOWN', `The exchange does not list ${symbol}.`);
  return instrument;
}

/**
 * Requests and stores the settled funding of a span of any length.
 * @throws AppError as the source does
 */
export async function askFunding({ source, store }: AskedMarket, symbol: string, span: MinuteSpan): Promise<void> {
  let { from } = span;
  while (from < span.to) {
    const settled = await source.funding(symbol, from, later(span.to, -1));
    const last = settled.at(-1);
    const isWhole = settled.length < SETTLEMENTS_MAX || last === undefined;
    // A minute contains at most one settlement, so the next page begins in the next minute.
    const end = isWhole ? span.to : later(last.time, MINUTE_MS - (last.time % MINUTE_MS));
    store.putFunding(symbol, { from, to: end }, settled);
    from = end;
  }
}

/** A span cut into pages, oldest first. */
export function pagesOf({ from, to }: MinuteSpan): readonly MinuteSpan[] {
  const pages: MinuteSpan[] = [];
  for (let begin = from; begin < to; ) {
    const end = later(begin, Math.min(PAGE_MINUTES * MINUTE_MS, to - begin));
    pages.push({ from: begin, to: end });
    begin = end;
  }
  return pages;
}
