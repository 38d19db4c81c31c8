import { instantOf } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { BestPrices, BookDepth, MarketEvent, MarkPrice, SettledFunding, Ticker } from '#ports/market-source.ts';
import { answerError } from '../transport/exchange-error.ts';
import { readCandle } from './read-candles.ts';
import { readCash, readNearestPrice, readNearestQuantity, readRate } from './read-decimal.ts';
import { readShape } from './read-shape.ts';
import {
  bookTickers,
  fundingRates,
  klineEvent,
  markPrices,
  miniTickers,
  orderBook,
  premiums,
  wireDayTickers,
} from './wire-market.ts';

/** Contracts by symbol, on the grids used for parsing. */
export type Instruments = ReadonlyMap<string, Instrument>;

const MINUTE_LENGTH_MS = 60_000;

/** 24-hour figures of the listed contracts; other symbols are skipped. @throws ExchangeError */
export function readDayTickers(instruments: Instruments, value: unknown): Ticker[] {
  return readShape(wireDayTickers, value, '24-hour figures').flatMap((row) => {
    const instrument = instruments.get(row.symbol);
    if (instrument === undefined || isIdle(row.lastPrice)) return [];
    const { lastPrice: c, openPrice: o, highPrice: h, lowPrice: l, volume: v, quoteVolume: q, closeTime: E } = row;
    return [ticker(instrument, { c, o, h, l, v, q, E, n: row.count })];
  });
}

/** Best prices of the listed contracts that have both. @throws ExchangeError */
export function readBestPrices(instruments: Instruments, value: unknown): BestPrices[] {
  return readShape(bookTickers, value, 'best prices').flatMap(({ symbol, bidPrice, askPrice }) => {
    const instrument = instruments.get(symbol);
    if (instrument === undefined || isIdle(bidPrice) || isIdle(askPrice)) return [];
    return [{ symbol, bid: readNearestPrice(instrument, bidPrice), ask: readNearestPrice(instrument, askPrice) }];
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

/** Marks of the listed contracts. @throws ExchangeError */
export function readPremiums(instruments: Instruments, value: unknown): MarkPrice[] {
  return readShape(premiums, value, 'mark prices').flatMap((row) => {
    if (!instruments.has(row.symbol) || isIdle(row.markPrice)) return [];
    const { symbol, markPrice: p, indexPrice: i, lastFundingRate: r, nextFundingTime: T, time: E } = row;
    return [mark({ symbol, p, i, r, T, E })];
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
  if (Array.isArray(message)) return readList(instruments, message);
  return isNamed(message, 'kline') ? readKlineEvent(instruments, message) : null;
}

/** An event, and when the exchange sent it. */
export interface ReadMessage {
  readonly event: MarketEvent;
  readonly sentAt: number;
}

function readList(instruments: Instruments, message: readonly unknown[]): ReadMessage | null {
  const [first] = message;
  if (isNamed(first, '24hrMiniTicker')) {
    const rows = readShape(miniTickers, message, 'tickers').filter((row) => (row.st ?? 1) === 1);
    const tickers = rows.flatMap((row) => {
      const instrument = instruments.get(row.s);
      return instrument === undefined || isIdle(row.c) ? [] : [ticker(instrument, row)];
    });
    return { event: { kind: 'tickers', tickers }, sentAt: latest(rows) };
  }
  if (!isNamed(first, 'markPriceUpdate')) return null;
  const rows = readShape(markPrices, message, 'mark prices').filter((row) => (row.st ?? 1) === 1);
  const marks = rows.filter((row) => instruments.has(row.s)).map((row) => mark({ ...row, symbol: row.s }));
  return { event: { kind: 'marks', marks }, sentAt: latest(rows) };
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
  return {
    symbol: instrument.symbol,
    last: readNearestPrice(instrument, row.c),
    open: readNearestPrice(instrument, row.o),
    high: readNearestPrice(instrument, row.h),
    low: readNearestPrice(instrument, row.l),
    volume: readNearestQuantity(instrument, row.v),
    quoteVolume: readStatistic(row.q),
    trades: row.n ?? null,
    at: instantOf(row.E),
  };
}

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
    mark: readCash(row.p),
    index: readCash(row.i),
    fundingRate: readRate(row.r === '' ? '0' : row.r), // Empty when a contract pays none.
    nextFundingAt: instantOf(row.T),
    at: instantOf(row.E),
  };
}

function readStatistic(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw answerError('a volume that is no number');
  return value;
}

/** A contract that has never traded has a price of zero. */
function isIdle(price: string): boolean {
  return Number(price) === 0;
}

function latest(rows: readonly { readonly E: number }[]): number {
  return rows.reduce((most, row) => Math.max(most, row.E), 0);
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'e' in value && value.e === name;
}
