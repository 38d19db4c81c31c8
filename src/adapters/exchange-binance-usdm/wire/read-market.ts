import type { Cash } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type {
  BestPrices,
  BookDepth,
  LeftOutRow,
  MarketEvent,
  MarketList,
  MarkPrice,
  SettledFunding,
  Ticker,
} from '#ports/market-source.ts';
import { answerError } from '../transport/exchange-error.ts';
import { readCandle } from './read-candles.ts';
import { readCash, readNearestPrice, readNearestQuantity, readRate } from './read-decimal.ts';
import { inField, type ReadList, readFields, readList } from './read-list.ts';
import { readShape } from './read-shape.ts';
import {
  bookTicker,
  fundingRates,
  klineEvent,
  miniTicker,
  orderBook,
  premium,
  streamedMark,
  wireDayTicker,
} from './wire-market.ts';

/** Contracts by symbol, on the grids used for parsing. */
export type Instruments = ReadonlyMap<string, Instrument>;

const MINUTE_LENGTH_MS = 60_000;

/**
 * 24-hour figures of the listed contracts, row by row; other symbols are skipped unread.
 * @throws ExchangeError `answer`
 */
export function readDayTickers(instruments: Instruments, value: unknown): ReadList<Ticker> {
  return readList({ list: 'tickers', value }, (raw, symbol) => {
    const instrument = instruments.get(symbol);
    if (instrument === undefined) return null;
    const row = readFields(wireDayTicker, raw);
    const { lastPrice: c, openPrice: o, highPrice: h, lowPrice: l, volume: v, quoteVolume: q, closeTime: E } = row;
    return isIdle(c) ? null : ticker(instrument, { c, o, h, l, v, q, E, n: row.count });
  });
}

/** Best prices of the listed contracts that have both, row by row. @throws ExchangeError `answer` */
export function readBestPrices(instruments: Instruments, value: unknown): ReadList<BestPrices> {
  return readList({ list: 'best-prices', value }, (raw, symbol) => {
    const instrument = instruments.get(symbol);
    if (instrument === undefined) return null;
    const { bidPrice, askPrice } = readFields(bookTicker, raw);
    if (isIdle(bidPrice) || isIdle(askPrice)) return null;
    return {
      symbol,
      bid: inField('bidPrice', () => readNearestPrice(instrument, bidPrice)),
      ask: inField('askPrice', () => readNearestPrice(instrument, askPrice)),
    };
  });
}

/** @throws ExchangeError */
export function readDepth(instrument: Instrument, value: unknown): BookDepth {
  const { bids, asks } = readShape(orderBook, value, 'an order book');
  const levels = (side: readonly (readonly [string, string])[]) =>
    side.map(([price, quantity]) => ({
      price: readNearestPrice(instrument, price),
      quantity: readNearestQuantity(instrument, quantity),
    }));
  return { bids: levels(bids), asks: levels(asks) };
}

/** Marks of the listed contracts, row by row. @throws ExchangeError `answer` */
export function readPremiums(instruments: Instruments, value: unknown): ReadList<MarkPrice> {
  return readList({ list: 'marks', value }, (raw, symbol) => {
    if (!instruments.has(symbol)) return null;
    const row = readFields(premium, raw);
    const { markPrice: p, indexPrice: i, lastFundingRate: r, nextFundingTime: T, time: E } = row;
    return isIdle(p) ? null : mark({ symbol, p, i, r, T, E });
  });
}

/** Settled funding, oldest first. @throws ExchangeError */
export function readSettledFunding(instrument: Instrument, value: unknown): SettledFunding[] {
  const rows = readShape(fundingRates, value, 'settled funding').map((row) => ({
    time: instantOf(row.fundingTime),
    rate: readRate(row.fundingRate),
    mark: row.markPrice ? readNearestPrice(instrument, row.markPrice) : null,
  }));
  if (rows.some((row, index) => index > 0 && row.time <= (rows[index - 1]?.time ?? row.time))) {
    throw answerError('settled funding twice or out of order');
  }
  return rows;
}

/** The event in a message of the market streams; null when it concerns no listed contract. @throws ExchangeError */
export function readMarketMessage(instruments: Instruments, message: unknown): ReadMessage | null {
  if (Array.isArray(message)) return readStreamed(instruments, message);
  return isNamed(message, 'kline') ? readKlineEvent(instruments, message) : null;
}

/** An event, when the exchange sent it, and what was left out of a list. */
export interface ReadMessage {
  readonly event: MarketEvent;
  readonly sentAt: number;
  readonly list?: { readonly name: MarketList; readonly leftOut: readonly LeftOutRow[] };
}

function readStreamed(instruments: Instruments, message: readonly unknown[]): ReadMessage | null {
  const [first] = message;
  if (isNamed(first, '24hrMiniTicker')) {
    const { rows: tickers, leftOut } = readList({ list: 'ticker-stream', value: message }, (raw, symbol) => {
      const instrument = instruments.get(symbol);
      if (instrument === undefined) return null;
      const row = readFields(miniTicker, raw);
      return isForeign(row) || isIdle(row.c) ? null : ticker(instrument, row);
    });
    return { event: { kind: 'tickers', tickers }, sentAt: latest(tickers), list: { name: 'ticker-stream', leftOut } };
  }
  if (!isNamed(first, 'markPriceUpdate')) return null;
  const { rows: marks, leftOut } = readList({ list: 'mark-stream', value: message }, (raw, symbol) => {
    if (!instruments.has(symbol)) return null;
    const row = readFields(streamedMark, raw);
    return isForeign(row) || isIdle(row.p) ? null : mark({ ...row, symbol });
  });
  return { event: { kind: 'marks', marks }, sentAt: latest(marks), list: { name: 'mark-stream', leftOut } };
}

/** The streams also carry other universes than USDⓈ-M. */
function isForeign({ st = 1 }: { readonly st?: number | undefined }): boolean {
  return st !== 1;
}

function readKlineEvent(instruments: Instruments, message: unknown): ReadMessage | null {
  const { E, s, k } = readShape(klineEvent, message, 'a candle');
  const instrument = instruments.get(s);
  if (instrument === undefined || k.i !== '1m') return null;
  if (k.t % MINUTE_LENGTH_MS !== 0 || k.T !== k.t + MINUTE_LENGTH_MS - 1)
    throw answerError('a candle of another length');
  if (k.t > E) throw answerError('a candle from the future');
  const candle = readCandle(instrument, [k.t, k.o, k.h, k.l, k.c, k.v, k.T]);
  return { event: { kind: k.x ? 'candle' : 'open-candle', symbol: s, candle }, sentAt: E };
}

interface TickerRow {
  readonly c: string;
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly v: string;
  readonly q: string;
  readonly E: number;
  /** Trades, which only the answer to a request tells. */
  readonly n?: number;
}

/** Daily figures are for display and may predate a change of the tick, so they are rounded to the nearest one. */
function ticker(instrument: Instrument, row: TickerRow): Ticker {
  const price = (field: 'c' | 'o' | 'h' | 'l') =>
    inField(FIELDS[field], () => readNearestPrice(instrument, row[field]));
  return {
    symbol: instrument.symbol,
    last: price('c'),
    open: price('o'),
    high: price('h'),
    low: price('l'),
    volume: inField(FIELDS.v, () => readNearestQuantity(instrument, row.v)),
    quoteVolume: inField(FIELDS.q, () => readStatistic(row.q)),
    trades: row.n ?? null,
    at: instantOf(row.E),
  };
}

/** The names of the fields in an answer; streams use the letters. */
const FIELDS = {
  c: 'lastPrice',
  o: 'openPrice',
  h: 'highPrice',
  l: 'lowPrice',
  v: 'volume',
  q: 'quoteVolume',
  p: 'markPrice',
  i: 'indexPrice',
  r: 'lastFundingRate',
} as const;

interface MarkRow {
  readonly symbol: string;
  readonly p: string;
  readonly i: string;
  readonly r: string;
  readonly T: number;
  readonly E: number;
}

function mark(row: MarkRow): MarkPrice {
  return {
    symbol: row.symbol,
    mark: inField(FIELDS.p, () => readPositive(row.p)),
    index: inField(FIELDS.i, () => readCash(row.i)),
    fundingRate: inField(FIELDS.r, () => readRate(row.r === '' ? '0' : row.r)), // Empty when a contract pays none.
    nextFundingAt: instantOf(row.T),
    at: instantOf(row.E),
  };
}

function readStatistic(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw answerError('a volume that is no number');
  return value;
}

function readPositive(text: string): Cash {
  const amount = readCash(text);
  if (amount <= 0) throw answerError('a price that cannot be');
  return amount;
}

/** A contract that has never traded has a price of zero. */
function isIdle(price: string): boolean {
  return Number(price) === 0;
}

function latest(rows: readonly { readonly at: Instant }[]): number {
  return rows.reduce((most, row) => Math.max(most, row.at), 0);
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'e' in value && value.e === name;
}
