import * as z from 'zod/mini';
import { wireDecimal, wireSymbol, wireTime } from './read-shape.ts';

/** Zero for a contract that pays no funding. */
const maybeTime = z.union([z.literal(0), wireTime]);

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Kline-Candlestick-Data */
export type KlineRow = readonly [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  closeTime: number,
  ...rest: readonly unknown[],
];
/** More are never asked for. */
export const KLINES_MAX = 1_500;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Get-Funding-Rate-History */
export const fundingRates = z.array(
  z.object({
    symbol: wireSymbol,
    fundingRate: wireDecimal,
    fundingTime: wireTime,
    markPrice: z.optional(z.string()),
  }),
);

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/24hr-Ticker-Price-Change-Statistics */
export const wireDayTicker = z.object({
  symbol: wireSymbol,
  lastPrice: wireDecimal,
  openPrice: wireDecimal,
  highPrice: wireDecimal,
  lowPrice: wireDecimal,
  volume: wireDecimal,
  quoteVolume: wireDecimal,
  closeTime: wireTime,
  count: z.int().check(z.gte(0)),
});

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Mark-Price */
export const premium = z.object({
  symbol: wireSymbol,
  markPrice: wireDecimal,
  indexPrice: wireDecimal,
  lastFundingRate: z.string(),
  nextFundingTime: maybeTime,
  time: wireTime,
});

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Open-Interest */
export const openInterest = z.object({ openInterest: wireDecimal, symbol: wireSymbol, time: wireTime });
/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Open-Interest-Statistics */
export const interestRows = z.array(
  z.object({ sumOpenInterest: wireDecimal, sumOpenInterestValue: wireDecimal, timestamp: wireTime }),
);
/** The same statistics. */
export const coinSupplies = z.array(z.object({ CMCCirculatingSupply: z.optional(wireDecimal) }));

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Symbol-Order-Book-Ticker */
export const bookTicker = z.object({ symbol: wireSymbol, bidPrice: wireDecimal, askPrice: wireDecimal });

const bookSide = z.array(z.tuple([wireDecimal, wireDecimal])).check(z.maxLength(1_000));
/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Order-Book */
export const orderBook = z.object({ bids: bookSide, asks: bookSide });

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Check-Server-Time */
export const serverTime = z.object({ serverTime: wireTime });

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams/Kline-Candlestick-Streams */
export const klineEvent = z.object({
  e: z.literal('kline'),
  E: wireTime,
  s: wireSymbol,
  k: z.object({
    t: wireTime,
    T: wireTime,
    i: z.string(),
    o: wireDecimal,
    h: wireDecimal,
    l: wireDecimal,
    c: wireDecimal,
    v: wireDecimal,
    x: z.boolean(),
  }),
});

/** The stream also carries other contracts: `st` is 1 for USDⓈ-M, and omitted by older servers. */
const universe = z.optional(z.int());

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams/All-Market-Mini-Tickers-Stream */
export const miniTicker = z.object({
  e: z.literal('24hrMiniTicker'),
  E: wireTime,
  s: wireSymbol,
  c: wireDecimal,
  o: wireDecimal,
  h: wireDecimal,
  l: wireDecimal,
  v: wireDecimal,
  q: wireDecimal,
  st: universe,
});

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams/Mark-Price-Stream-for-All-market */
export const streamedMark = z.object({
  e: z.literal('markPriceUpdate'),
  E: wireTime,
  s: wireSymbol,
  p: wireDecimal,
  i: wireDecimal,
  r: z.string(),
  T: maybeTime,
  st: universe,
});
