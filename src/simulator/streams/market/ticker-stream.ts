import { formatDecimal } from '#base/decimal.ts';
import { multiplyDivide, subtract } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { meanPriceText, quoteVolumeText } from '../../market/bars/quote-volume.ts';
import type { DayTicker } from '../../market/market.ts';
import { type Beat, type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

const ONE_SYMBOL_MS = 2_000;
const WHOLE_MARKET_MS = 1_000;

type TickerKind = 'mini-ticker' | 'ticker';
type Message = (ticker: DayTicker, instrument: Instrument, eventTime: Instant) => object;

const MESSAGES: Readonly<Record<TickerKind, Message>> = {
  'mini-ticker': miniTickerMessage,
  ticker: tickerMessage,
};

/** `miniTicker` or `ticker` of one symbol, whenever it was traded. */
export function tickerStream(
  { kind, symbol }: { readonly kind: TickerKind; readonly symbol: string },
  sources: StreamSources,
): MarketStream {
  const news = newsOf(sources, symbol, MESSAGES[kind]);
  return { follows: [symbol], everyMs: ONE_SYMBOL_MS, tell: (beat) => news(beat).map((body) => JSON.stringify(body)) };
}

/** `!miniTicker@arr` or `!ticker@arr`: the symbols traded since the last message; no message without any. */
export function tickersStream(kind: TickerKind, sources: StreamSources): MarketStream {
  const symbols = [...sources.market.symbols.keys()];
  const news = symbols.map((symbol) => newsOf(sources, symbol, MESSAGES[kind]));
  return {
    follows: symbols,
    everyMs: WHOLE_MARKET_MS,
    tell(beat) {
      const messages = news.flatMap((one) => one(beat));
      return messages.length === 0 ? [] : [JSON.stringify(messages)];
    },
  };
}

/** Marks the state before the first message. */
const UNTOLD = -1;

/** Returns the first state of a symbol, then a message whenever it was traded; otherwise none. */
function newsOf({ market, tape }: StreamSources, symbol: string, message: Message): (beat: Beat) => readonly object[] {
  const instrument = market.symbols.get(symbol)?.instrument;
  let told = UNTOLD;
  return ({ now, isOver }) => {
    const { count } = tape.pulse(symbol);
    if (instrument === undefined || count === told || (told === UNTOLD && isOver())) return [];
    told = count;
    const ticker = market.dayTicker(symbol, now);
    return ticker === null ? [] : [message(ticker, instrument, now)];
  };
}

function miniTickerMessage(ticker: DayTicker, instrument: Instrument, eventTime: Instant): object {
  return { e: '24hrMiniTicker', E: eventTime, s: instrument.symbol, ...dayWords(ticker, instrument) };
}

function tickerMessage(ticker: DayTicker, instrument: Instrument, eventTime: Instant): object {
  const change = subtract(ticker.last, ticker.open);
  const hundredths = multiplyDivide(change, 100_000, ticker.open, 'half-up'); // Percent with three decimals.
  return {
    e: '24hrTicker',
    E: eventTime,
    s: instrument.symbol,
    p: priceText(instrument, change),
    P: formatDecimal(hundredths, 3),
    w: meanPriceText(instrument, ticker.quoteVolume, ticker.volume),
    Q: quantityText(instrument, ticker.lastQuantity),
    O: ticker.openTime,
    C: ticker.closeTime,
    F: ticker.firstId,
    L: ticker.lastId,
    n: ticker.trades,
    ...dayWords(ticker, instrument),
  };
}

/** Fields of both messages: last, open, high and low price, volume in coins and USDT, pair and contract type. */
function dayWords(ticker: DayTicker, instrument: Instrument): object {
  return {
    c: priceText(instrument, ticker.last),
    o: priceText(instrument, ticker.open),
    h: priceText(instrument, ticker.high),
    l: priceText(instrument, ticker.low),
    v: quantityText(instrument, ticker.volume),
    q: quoteVolumeText(ticker.quoteVolume),
    ps: instrument.symbol,
    st: ST_USDT_MARGINED,
  };
}
