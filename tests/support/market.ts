import { rateFrom } from '#base/decimal.ts';
import { type Rate, rate, ticks } from '#base/exact.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { Market, MarketMinute } from '#engine/model/account.ts';
import type { CommandPrices } from '#engine/model/bot.ts';
import type { Candle, MarkMinute } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { instrumentOf, singleTier } from './worked-examples.ts';

export const START = instantOf(Date.UTC(2025, 0, 1));

export const ETH = instrumentOf({
  symbol: 'ETHUSDT',
  tick: '0.01',
  step: '0.001',
  notionalMin: '20',
  brackets: singleTier('0.004'),
});
export const DOGE = instrumentOf({
  symbol: 'DOGEUSDT',
  tick: '0.00001',
  step: '1',
  notionalMin: '5',
  brackets: singleTier('0.005'),
});

/** Where most tests begin: 60,000.0, 2,000.00 and 0.20000. */
export const START_PRICES: CommandPrices = {
  BTCUSDT: ticks(600_000),
  ETHUSDT: ticks(200_000),
  DOGEUSDT: ticks(20_000),
};

/** The closing prices of a minute, for a command that follows it. */
export function closesOf(minute: MarketMinute, symbols: readonly string[]): CommandPrices {
  const closes = symbols.map((symbol) => [symbol, minute.candle(symbol)?.close] as const);
  return Object.fromEntries(closes.flatMap(([symbol, close]) => (close === undefined ? [] : [[symbol, ticks(close)]])));
}

export function marketOf(instruments: readonly Instrument[], slippage = '0'): Market {
  return {
    instruments: new Map(instruments.map((instrument) => [instrument.symbol, instrument])),
    slippage: rateFrom(slippage),
  };
}

/** The prices of one minute, short enough to write in a test: [open, high, low, close] in ticks. */
export type CandlePrices = readonly [open: number, high: number, low: number, close: number];

/** Minutes of several symbols, all beginning at START; `funding` by symbol and index of the minute. */
export function minutesOf(
  candles: Readonly<Record<string, readonly CandlePrices[]>>,
  options: {
    volume?: number;
    /** Where a symbol has no mark in a minute, its candle is used instead. */
    marks?: Readonly<Record<string, readonly (CandlePrices | null)[]>>;
    funding?: Readonly<Record<string, Readonly<Record<number, string>>>>;
  } = {},
): readonly MarketMinute[] {
  const count = Math.max(...Object.values(candles).map((list) => list.length));
  const at = (index: number): Instant => instantOf(START + index * MINUTE_MS);
  const candle = (symbol: string, index: number): Candle | null => {
    const prices = candles[symbol]?.[index];
    if (prices === undefined) return null;
    const [open, high, low, close] = prices;
    return { time: at(index), open, high, low, close, volume: options.volume ?? 100_000_000 };
  };
  const mark = (symbol: string, index: number): MarkMinute | null => {
    const prices = options.marks?.[symbol]?.[index] ?? null;
    return prices === null ? null : { open: prices[0], high: prices[1], low: prices[2], close: prices[3] };
  };
  const funding = (symbol: string, index: number): Rate | null => {
    const text = options.funding?.[symbol]?.[index];
    return text === undefined ? null : rate(Math.round(Number(text) * 1e8));
  };
  const range = (symbol: string, from: Instant, to: Instant) => {
    const list = (candles[symbol] ?? []).filter((_, index) => at(index) >= from && at(index) <= to);
    if (list.length === 0) return null;
    return { low: Math.min(...list.map((prices) => prices[2])), high: Math.max(...list.map((prices) => prices[1])) };
  };
  return Array.from({ length: count }, (_, index) => ({
    time: at(index),
    candle: (symbol: string) => candle(symbol, index),
    mark: (symbol: string) => mark(symbol, index),
    funding: (symbol: string) => funding(symbol, index),
    range,
    bar: () => null,
  }));
}
