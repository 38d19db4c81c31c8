import type { CandleInterval } from '#base/candle-interval.ts';
import type { Environment } from '#base/environment.ts';
import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** A contract as the exchange lists it. */
export interface Listing {
  readonly instrument: Instrument;
  readonly status: 'TRADING' | 'HALTED' | 'DELISTED';
  /** Open of its first candle. */
  readonly onboardDate: Instant;
  /** The exchange's name for its sector; empty if it has none. */
  readonly sector: string;
  readonly fundingHours: number;
  /** False while the brackets are a conservative guess, because no key has read them yet. */
  readonly hasBrackets: boolean;
}

/** The lists of services that are read row by row. */
export type MarketList =
  | 'contracts'
  | 'funding-intervals'
  | 'tiers'
  | 'tickers'
  | 'ticker-stream'
  | 'marks'
  | 'mark-stream'
  | 'best-prices'
  | 'coins';

/**
 * Why a row is left out: its name or a field cannot be read (`detail` is the field), its tick times its step is finer than
 * 1e-8 USDT, the kind of contract is unknown (`detail` is the kind), or the whole list was refused (`detail` says why).
 */
export type LeftOutReason = 'name' | 'field' | 'grid' | 'type' | 'list';

/** A row of a list that the program could not use; the other rows of the list are used. */
export interface LeftOutRow {
  readonly list: MarketList;
  /** Such as BTCUSDT; `#12` for the twelfth row, whose name cannot be read; empty for a whole list. */
  readonly name: string;
  readonly reason: LeftOutReason;
  readonly detail: string;
}

export interface SettledFunding {
  readonly time: Instant;
  readonly rate: Rate;
  readonly mark: Ticks | null;
}

/** 24 hours of a symbol. Turnover is a statistic in USDT: a large contract's exceeds what cash can hold. */
export interface Ticker {
  readonly symbol: string;
  readonly last: Ticks;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly volume: Steps;
  readonly quoteVolume: number;
  /** Trades of the 24 hours; null where the streams told the figures, which leave it out. */
  readonly trades: number | null;
  readonly at: Instant;
}

/** Mark and index are finer than ticks: cash per coin (1e-8 USDT). */
export interface MarkPrice {
  readonly symbol: string;
  readonly mark: Cash;
  readonly index: Cash;
  readonly fundingRate: Rate;
  readonly nextFundingAt: Instant;
  readonly at: Instant;
}

/** The best prices of a symbol; a halted one has none. */
export interface BestPrices {
  readonly symbol: string;
  readonly bid: Ticks;
  readonly ask: Ticks;
}

/** One price of an order book, and how much rests there. */
export interface BookLevel {
  readonly price: Ticks;
  readonly quantity: Steps;
}

/** The part of an order book nearest to the market, the best price first on both sides. */
export interface BookDepth {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A request for candles by open time, both ends inclusive; paging as in the exchange's rules. */
export interface CandleQuery {
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** 1 to 1,000. */
  readonly limit: number;
}

/** A candle of a market whose grid is unknown: decimal texts as received. */
export interface CandleText {
  readonly time: Instant;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** Events of the market streams, in market time. */
export type MarketEvent =
  /** A minute that closed. */
  | { readonly kind: 'candle'; readonly symbol: string; readonly candle: Candle }
  /** The current minute. */
  | { readonly kind: 'open-candle'; readonly symbol: string; readonly candle: Candle }
  | { readonly kind: 'tickers'; readonly tickers: readonly Ticker[] }
  | { readonly kind: 'marks'; readonly marks: readonly MarkPrice[] }
  /** The streams are back after an interruption; what happened meanwhile must be requested. */
  | { readonly kind: 'gap' };

/** What was held open of a contract at a full hour. */
export interface HourlyInterest {
  readonly time: Instant;
  readonly quantity: Steps;
  /** What all of it was worth, USDT: decimal text. */
  readonly notional: string;
}

/** How much of the request budget is used; the planner stays below its share. */
export interface WeightBudget {
  /** Weight a minute that the exchange allows. */
  readonly limit: number;
  /** Weight used in the running minute, by everything of this program. */
  readonly used: number;
  /** Wall milliseconds until requests are accepted again; 0 when they are. */
  readonly pauseMs: number;
}

/**
 * An exchange's market as it comes from outside: requests and streams, every figure parsed and exact. Numbers that do
 * not fit an instrument's grid, impossible candles and unknown shapes are refused at this border.
 * Calls throw AppError EXCHANGE_UNAVAILABLE (retryable), EXCHANGE_BUSY (retryable, after the budget's pause),
 * EXCHANGE_ANSWER (it makes no sense) or SYMBOL_UNKNOWN.
 */
export interface MarketSource {
  readonly environment: Environment;
  /** So long after its end a minute may still change, in milliseconds: it is answered from then on. */
  readonly settleMs: number;
  /** Every USDT perpetual contract, those on shares and commodities included. Requests the list each time. */
  listings(): Promise<readonly Listing[]>;
  /** The rows that were left out when each list was last read. */
  leftOut(): readonly LeftOutRow[];
  /** The exchange's latest known market time: from its events, or from its clock before the first event. */
  marketTime(): Promise<Instant>;
  /** Futures candles, closed ones only, oldest first. */
  candles(instrument: Instrument, query: Omit<CandleQuery, 'symbol'>): Promise<readonly Candle[]>;
  /**
   * The same of the mark: prices to the nearest tick, volume zero. A minute without a mark is left out.
   */
  markCandles(instrument: Instrument, query: Omit<CandleQuery, 'symbol'>): Promise<readonly Candle[]>;
  /** Candles of either market as texts, the open one included; oldest first. */
  candleTexts(market: 'spot' | 'futures', query: CandleQuery): Promise<readonly CandleText[]>;
  /** Settled funding by time, both ends inclusive, oldest first; at most 1,000 an answer. */
  funding(symbol: string, from: Instant, to: Instant): Promise<readonly SettledFunding[]>;
  tickers(): Promise<readonly Ticker[]>;
  marks(): Promise<readonly MarkPrice[]>;
  openInterest(symbol: string): Promise<Steps>;
  /** At full hours of a span, both ends included, oldest first; at most 500 an answer, and only of the last month. */
  interestHours(symbol: string, from: Instant, to: Instant): Promise<readonly HourlyInterest[]>;
  /** How many units of a contract's base asset there are, decimal text; null where the exchange tells none. */
  circulatingSupply(symbol: string): Promise<string | null>;
  /** Of every listed contract that has both. */
  bestPrices(): Promise<readonly BestPrices[]>;
  /** Up to 500 prices of each side; more of them cost more of the budget. */
  depth(symbol: string): Promise<BookDepth>;
  budget(): WeightBudget;
  /** Follows minutes of these symbols, and tickers and marks of all. Replaces the symbols followed before. */
  follow(symbols: readonly string[]): Promise<void>;
  onEvent(listener: (event: MarketEvent) => void): () => void;
  /** Whether the streams are connected, and when the last message arrived (wall time). */
  health(): { readonly isConnected: boolean; readonly heardAt: Instant | null };
  close(): Promise<void>;
}
