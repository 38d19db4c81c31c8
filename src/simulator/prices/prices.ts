import type { Rate, Steps } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Checkpoints } from './days/checkpoints.ts';
import type { RecordedSettlement } from './days/recorded-days.ts';
import type { PriceBar } from './derived-price.ts';
import type { ListedSymbol } from './listed-symbols.ts';
import type { MarketCandle } from './market-candle.ts';
import type { CandlePrint, PrintedValue } from './prints/candle-prints.ts';
import type { TradeCounts } from './prints/trade-counts.ts';

/** How much past a market has at its first start, at least. */
export const HISTORY_DAYS_MIN = 30;

/**
 * To be stored beside the seed and the first and start minutes: together they are all that prices follow from. Raised
 * whenever the same seed gives other prices, because a stored market would change its past.
 */
export const PRICES_VERSION = 1;

/** Funding as the exchange tells it in a minute. */
export interface Funding {
  /** What was settled at the minute's open; null when nothing was. */
  readonly settled: Rate | null;
  /** The next settlement behind the minute's open: when, and its rate as things stand at the minute's close. */
  readonly next: RecordedSettlement;
}

/** How far mark and index lie from the last price in a minute, in 1e-8; for `derivedPrice` of its prints. */
export interface Distances {
  readonly mark: Rate;
  readonly index: Rate;
}

/**
 * Everything the simulated exchange knows of prices, by symbol and open of a minute. The past and what comes are one
 * stream: a minute is the same whenever and however often it is asked for. Null: no such symbol, or no market in that
 * minute (before the listing, after the halt, in a gap of a recording). A minute before `firstMinute` is a broken belief.
 */
export interface Prices {
  readonly symbols: ReadonlyMap<string, ListedSymbol>;
  readonly firstMinute: Instant;
  readonly startMinute: Instant;
  /** The closed minute. */
  candle(symbol: string, minute: Instant): MarketCandle | null;
  /** The minutes from `from` on, `to` excluded, as one bar; cheaper than its candles. Null when none has a market. */
  bar(symbol: string, from: Instant, to: Instant): MarketCandle | null;
  /** What is traded inside it, oldest first; together they are the candle. Empty where there is no market. */
  prints(symbol: string, minute: Instant): readonly CandlePrint[];
  /** What its prints are worth; cheaper than them. */
  printedValue(symbol: string, minute: Instant): PrintedValue;
  mark(symbol: string, minute: Instant): PriceBar | null;
  index(symbol: string, minute: Instant): PriceBar | null;
  /** How mark and index follow the last price inside the minute. */
  distances(symbol: string, minute: Instant): Distances | null;
  /** The minute of the coin's spot market, on the contract's grids. */
  spot(symbol: string, minute: Instant): MarketCandle | null;
  /** How far spot lies from the last price in the minute, as `distances` tells of mark and index. */
  spotDistance(symbol: string, minute: Instant): Rate | null;
  /** What was traded before the minute, from the listing on; null before it, and of a symbol that is not listed. */
  countsBefore(symbol: string, minute: Instant): TradeCounts | null;
  funding(symbol: string, minute: Instant): Funding | null;
  /** All open positions at the minute's close, in steps. */
  openInterest(symbol: string, minute: Instant): Steps | null;
  /** Which repetition of its recording a symbol is in: 1 is the recording; null for a generated one. */
  round(symbol: string, minute: Instant): number | null;
}

export interface MarketSetup {
  /** A whole number below 2^32. */
  readonly seed: number;
  readonly symbols: readonly ListedSymbol[];
  /** Open of the oldest minute that there is. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market stands at a first start, at least 30 days later. */
  readonly startMinute: Instant;
  /** Of an earlier run of the same market; filled further as days are made. */
  readonly checkpoints?: Checkpoints;
}
