import type { Instant } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { OrderBook } from '../../market/market.ts';
import { type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

const ONE_SYMBOL_MS = 100;
const WHOLE_MARKET_MS = 5_000;

type Quote = (now: Instant) => readonly string[];

/** `bookTicker` of one symbol: the best prices whenever the order book changes. */
export function bookTickerStream({ symbol }: { readonly symbol: string }, sources: StreamSources): MarketStream {
  const quote = quoteOf(sources, symbol);
  return { follows: [symbol], everyMs: ONE_SYMBOL_MS, tell: ({ now }) => quote(now) };
}

/** `!bookTicker`: the same of all symbols, one message each, every five seconds. */
export function bookTickersStream(sources: StreamSources): MarketStream {
  const symbols = [...sources.market.symbols.keys()];
  const quotes = symbols.map((symbol) => quoteOf(sources, symbol));
  return { follows: symbols, everyMs: WHOLE_MARKET_MS, tell: ({ now }) => quotes.flatMap((quote) => quote(now)) };
}

/** The order book changes only with trades and by accounts, so it is read only after such changes. */
function quoteOf({ market, tape, books }: StreamSources, symbol: string): Quote {
  const instrument = market.symbols.get(symbol)?.instrument;
  let told: number | null = null;
  return (now) => {
    const count = tape.pulse(symbol).count + books.revision(symbol);
    if (instrument === undefined || count === told) return [];
    told = count;
    const book = books.book(symbol, now, 1);
    if (book === null) return [];
    const message = quoteMessage(book, instrument, now);
    return message === null ? [] : [JSON.stringify(message)];
  };
}

function quoteMessage({ updateId, bids, asks }: OrderBook, instrument: Instrument, now: Instant): object | null {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return null;
  return {
    e: 'bookTicker',
    u: updateId,
    E: now,
    T: now,
    s: instrument.symbol,
    ps: instrument.symbol,
    b: priceText(instrument, bid.price),
    B: quantityText(instrument, bid.quantity),
    a: priceText(instrument, ask.price),
    A: quantityText(instrument, ask.quantity),
    st: ST_USDT_MARGINED,
  };
}
