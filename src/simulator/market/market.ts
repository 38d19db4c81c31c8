import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Print } from '#engine/matching/tape-fill.ts';
import type { Grid } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { MarketCandle } from '../prices/market-candle.ts';
import type { TradeCounts } from '../prices/prints/trade-counts.ts';

/** Candle intervals, as on the wire. */
export const INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export type KlineInterval = (typeof INTERVALS)[number];

/**
 * An aggregate trade: what one taker traded at one moment for one price. It stands for the single trades `firstId` to
 * `lastId`.
 */
export interface AggregateTrade {
  /** Consecutive per symbol, starting with 1 at its listing; the same trade always has the same id. */
  readonly id: number;
  /** Ids of its single trades, at most one per step of quantity; also consecutive per symbol, starting with 1. */
  readonly firstId: number;
  readonly lastId: number;
  readonly time: Instant;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly takerSide: Side;
}

/** A trade of an account that the market's own tape lacks. */
export interface OwnPrint extends Print {
  readonly time: Instant;
  /** Id of the market's own trade that this one was a part of, at another price; null when it came in addition. */
  readonly partOf: number | null;
  /** How many prints and single trades there are more because of the symbol's own prints up to this one. */
  readonly added: TradeCounts;
}

/** Money in 1e-8 USDT, as a bigint: a day of Bitcoin is a hundred times what `Cash` can hold. */
export type QuoteVolume = bigint;

/** A candle of any interval, closed or still open. Prices in ticks; of the premium series rates in 1e-8. */
export interface Kline extends MarketCandle {
  readonly closeTime: Instant;
  readonly isClosed: boolean;
  /**
   * Exact sum of price times quantity of its trades; for the spot series, which has no trades, an estimate from its
   * mean price.
   */
  readonly quoteVolume: QuoteVolume;
  readonly takerBuyQuoteVolume: QuoteVolume;
}

/** A candle of trades with their ids. */
export interface NumberedKline extends Kline {
  /** Ids of the first and last of its `trades` single trades; null without any. */
  readonly firstId: number | null;
  readonly lastId: number | null;
}

export interface Level {
  readonly price: Ticks;
  readonly quantity: Steps;
}

/**
 * The synthetic order book around the last trade, best price first on both sides. It is a function of seed, symbol and
 * instant.
 */
export interface OrderBook {
  readonly updateId: number;
  /** Of the latest trade, with which it changed last. */
  readonly time: Instant;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Statistics of the current minute and the 1,439 before it. */
export interface DayTicker {
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly last: Ticks;
  readonly lastQuantity: Steps;
  readonly volume: Steps;
  readonly quoteVolume: QuoteVolume;
  readonly openTime: Instant;
  readonly closeTime: Instant;
  /** Ids of single trades; -1 when nothing was traded. */
  readonly firstId: number;
  readonly lastId: number;
  readonly trades: number;
}

export interface FundingSettlement {
  readonly time: Instant;
  readonly rate: Rate;
  readonly mark: Ticks;
}

export interface Premium {
  readonly mark: Ticks;
  readonly index: Ticks;
  /** The estimated rate of the next settlement. */
  readonly nextRate: Rate;
  readonly nextTime: Instant;
}

/** Order filters; initially the instrument's own grids and minimum notional. */
export interface Filters {
  readonly tick: Grid;
  readonly step: Grid;
  readonly notionalMin: Cash;
}

export type SymbolStatus = 'TRADING' | 'SETTLING';

/** The candle series of a symbol. `spot` is the coin's spot market on the contract's grids. */
export type Series = 'last' | 'mark' | 'index' | 'premium' | 'spot';

/** A candle by its interval and its open. */
export interface KlineStart {
  readonly interval: KlineInterval;
  readonly start: Instant;
}

export interface KlineQuery {
  readonly series: Series;
  readonly interval: KlineInterval;
  /** Open times, both ends inclusive; null when the request omits it. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly limit: number;
}

export interface PriceBounds {
  readonly low: number;
  readonly high: number;
}

/** A manual change of the market, for experiments and tests; recorded in the journal. */
export type Disturbance =
  /** Multiplies all prices of the symbol by `factor` from that minute on. */
  | { readonly kind: 'shock'; readonly symbol: string; readonly minute: Instant; readonly factor: number }
  | { readonly kind: 'halt' | 'resume'; readonly symbol: string; readonly minute: Instant }
  /** A larger tick or step (in units of the last decimal), or another minimum notional; candles keep their grids. */
  | {
      readonly kind: 'filters';
      readonly symbol: string;
      readonly tickUnits: number | null;
      readonly stepUnits: number | null;
      readonly notionalMin: string | null;
    };

/**
 * The market as the exchange shows it at any instant up to `now`; nothing later is ever returned. A symbol that is
 * unknown or not yet listed gives null or nothing; a halted one keeps its last price, mark and index.
 */
export interface SimulatedMarket {
  readonly symbols: ReadonlyMap<string, ListedSymbol>;
  isListed(symbol: string, now: Instant): boolean;
  status(symbol: string, now: Instant): SymbolStatus | null;
  /** The market's own trades in (after, until], oldest first: those that orders of accounts meet. */
  trades(symbol: string, after: Instant, until: Instant): readonly AggregateTrade[];
  /**
   * Prices that those trades stay between, cheaper than the trades themselves: whole minutes are looked at, later ones of
   * the last minute too. Null without any.
   */
  bounds(symbol: string, after: Instant, until: Instant): PriceBounds | null;
  /** The same as everybody sees it, with what accounts have traded. Candles, tickers and ids are those of this tape. */
  tape(symbol: string, after: Instant, until: Instant): readonly AggregateTrade[];
  /** The latest trade of that tape; null before the first. */
  latest(symbol: string, now: Instant): AggregateTrade | null;
  /** Takes over what accounts have traded in a symbol; the list may grow at the present. */
  include(symbol: string, prints: readonly OwnPrint[]): void;
  /** At most `limit` trades of the tape from an id on, up to `now`, oldest first. */
  tradesFrom(symbol: string, id: number, limit: number, now: Instant): readonly AggregateTrade[];
  last(symbol: string, now: Instant): Ticks | null;
  mark(symbol: string, now: Instant): Ticks | null;
  index(symbol: string, now: Instant): Ticks | null;
  premium(symbol: string, now: Instant): Premium | null;
  /** At most `levels` per side, 1,000 by default; empty while the symbol is halted. */
  book(symbol: string, now: Instant, levels?: number): OrderBook | null;
  dayTicker(symbol: string, now: Instant): DayTicker | null;
  klines(symbol: string, query: KlineQuery, now: Instant): readonly Kline[];
  /** The candle that opened at a start, as of now, with the ids of its trades, which a page of candles has not. */
  numberedKline(symbol: string, opened: KlineStart, now: Instant): NumberedKline | null;
  /** The same of the one that is still open at this instant. */
  openKline(symbol: string, interval: KlineInterval, now: Instant): NumberedKline | null;
  /** Settlements in [from, to], oldest first. */
  settlements(symbol: string, from: Instant, to: Instant): readonly FundingSettlement[];
  openInterest(symbol: string, now: Instant): Steps | null;
  /** The current filters; null for an unknown symbol. */
  filters(symbol: string): Filters | null;
  disturb(disturbance: Disturbance): void;
  /**
   * Prepares the next market day shortly before it begins, one symbol per call, so that midnight causes no pause; false
   * when everything is ready.
   */
  prepare(now: Instant): boolean;
}
