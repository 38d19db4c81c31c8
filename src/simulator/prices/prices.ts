import type { Rate, Steps } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Checkpoints } from './days/checkpoints.ts';
import type { RecordedSettlement } from './days/recorded-days.ts';
import type { PriceCandle } from './derived-price.ts';
import type { ListedSymbol } from './listed-symbols.ts';
import type { MarketCandle } from './market-candle.ts';
import type { StoredPastBars, ValuedBar } from './past-bars.ts';
import type { CandlePrint, PrintedValue } from './prints/candle-prints.ts';
import type { TradeCounts } from './prints/trade-counts.ts';

/** Minimum history of a market at its first start, in days. */
export const HISTORY_DAYS_MIN = 30;

/**
 * Stored with the seed and the first and start minutes, which together determine all prices. Raised whenever the same
 * seed gives other prices, because a stored market would change its past, and whenever the stored state changes so that
 * this or the previous version cannot read what the other wrote. A market of a lower version is set aside.
 */
export const PRICES_VERSION = 2;

/** Funding as the exchange reports it in a minute. */
export interface Funding {
  /** Rate settled at the minute's open; null without a settlement. */
  readonly settled: Rate | null;
  /** Time of the next settlement after the minute's open, and its rate as estimated at the minute's close. */
  readonly next: RecordedSettlement;
}

/** Distances of mark and index from the last price in a minute, in 1e-8; input of `derivedPrice`. */
export interface Distances {
  readonly mark: Rate;
  readonly index: Rate;
}

/**
 * All prices of the simulated exchange, by symbol and open of a minute. A minute is always the same, whenever it is
 * read. Null means no such symbol, or no market in that minute (before the listing, after the halt, in a gap of a
 * recording). A minute before `firstMinute` breaks an assertion.
 */
export interface Prices {
  readonly symbols: ReadonlyMap<string, ListedSymbol>;
  readonly firstMinute: Instant;
  readonly startMinute: Instant;
  /** The candle of the closed minute. */
  candle(symbol: string, minute: Instant): MarketCandle | null;
  /** The minutes [from, to) as one bar, cheaper than its candles; null when none has a market. */
  bar(symbol: string, from: Instant, to: Instant): MarketCandle | null;
  /** The minutes [from, to) as one bar with the value of their prints, if that was computed beforehand; otherwise null. */
  past(symbol: string, from: Instant, to: Instant): ValuedBar | null;
  /** The trades inside the minute, oldest first; together they reproduce the candle. Empty without a market. */
  prints(symbol: string, minute: Instant): readonly CandlePrint[];
  /** Value of the prints of a minute, given its candle; cheaper than computing them. */
  printedValue(symbol: string, candle: MarketCandle): PrintedValue;
  mark(symbol: string, minute: Instant): PriceCandle | null;
  index(symbol: string, minute: Instant): PriceCandle | null;
  /** Distances of mark and index from the last price in the minute. */
  distances(symbol: string, minute: Instant): Distances | null;
  /** The minute of the coin's spot market, on the contract's grids. */
  spot(symbol: string, minute: Instant): MarketCandle | null;
  /** Distance of spot from the last price in the minute. */
  spotDistance(symbol: string, minute: Instant): Rate | null;
  /** Counts of trades since the listing, up to the minute; null before the listing and for unknown symbols. */
  countsBefore(symbol: string, minute: Instant): TradeCounts | null;
  funding(symbol: string, minute: Instant): Funding | null;
  /** Open interest at the minute's close, in steps. */
  openInterest(symbol: string, minute: Instant): Steps | null;
  /** The current repetition of a recorded symbol, 1 being the recording; null for a generated one. */
  round(symbol: string, minute: Instant): number | null;
}

export interface MarketSetup {
  /** A whole number below 2^32. */
  readonly seed: number;
  readonly symbols: readonly ListedSymbol[];
  /** Open of the oldest minute. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market starts the first time, at least 30 days later. */
  readonly startMinute: Instant;
  /** From an earlier run of the same market; extended as days are computed. */
  readonly checkpoints?: Checkpoints;
  /** Of the same market. */
  readonly pastBars?: StoredPastBars;
}
