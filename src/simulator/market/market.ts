import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Grid } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { MarketCandle } from '../prices/market-candle.ts';

/** Intervals of candles, as on the wire. */
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
 * Something was traded: what one taker got at one moment for one price, which the wire calls an aggregate trade and
 * counts as the single trades `firstId` to `lastId`.
 */
export interface AggregateTrade {
  /** Counts per symbol without a gap, from 1 at its listing on; the same trade always has the same number. */
  readonly id: number;
  /** Numbers of its single trades, at most one a step; they too count per symbol without a gap, from 1 on. */
  readonly firstId: number;
  readonly lastId: number;
  readonly time: Instant;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly takerSide: Side;
}

/** Money in 1e-8 USDT, as a bigint: a day of Bitcoin is a hundred times what `Cash` can hold. */
export type QuoteVolume = bigint;

/** A candle of any interval, closed or still open. Prices in ticks; of the premium series rates in 1e-8. */
export interface Kline extends MarketCandle {
  readonly closeTime: Instant;
  readonly isClosed: boolean;
  /** Sum of price times quantity of its trades, exact; of the spot series, which prints none, by the mean of its prices. */
  readonly quoteVolume: QuoteVolume;
  readonly takerBuyQuoteVolume: QuoteVolume;
  /** Numbers of the first and last single trade, `trades` of them; null without any. */
  readonly firstId: number | null;
  readonly lastId: number | null;
}

export interface Level {
  readonly price: Ticks;
  readonly quantity: Steps;
}

/** The synthetic book around the tape; best first on both sides. It follows from seed, symbol and instant alone. */
export interface OrderBook {
  readonly updateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The minute under way and the 1,439 before it. */
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
  /** Numbers of single trades; -1 when nothing was traded. */
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
  /** What the next settlement would be as things stand, and what the last one was. */
  readonly nextRate: Rate;
  readonly lastRate: Rate;
  readonly nextTime: Instant;
}

/** What orders must keep to; at first the instrument's own grids and least notional. */
export interface Filters {
  readonly tick: Grid;
  readonly step: Grid;
  readonly notionalMin: Cash;
}

export type SymbolStatus = 'TRADING' | 'SETTLING';

/** Which of a symbol's series of candles. `spot` is the coin's spot market on the contract's grids. */
export type Series = 'last' | 'mark' | 'index' | 'premium' | 'spot';

export interface KlineQuery {
  readonly series: Series;
  readonly interval: KlineInterval;
  /** Open times, both ends inclusive; null where the request said nothing. Paging rules: exchange document 2.4. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly limit: number;
}

/** A change of the market made by hand, for experiments and tests; kept like everything that was done. */
export type Disturbance =
  /** All prices of the symbol times `factor` from that minute on. */
  | { readonly kind: 'shock'; readonly symbol: string; readonly minute: Instant; readonly factor: number }
  | { readonly kind: 'halt' | 'resume'; readonly symbol: string; readonly minute: Instant }
  /** A larger tick or step (in units of the last decimal), or another least notional; the grids of candles stay as they are. */
  | {
      readonly kind: 'filters';
      readonly symbol: string;
      readonly tickUnits: number | null;
      readonly stepUnits: number | null;
      readonly notionalMin: string | null;
    };

/**
 * The market as the exchange tells it, at any instant from its beginning up to the one that is asked about: what lies
 * behind `now` does not exist yet. A symbol that is unknown or not yet listed gives null or nothing; one that stands
 * still keeps its last price, mark and index.
 */
export interface SimulatedMarket {
  readonly symbols: ReadonlyMap<string, ListedSymbol>;
  isListed(symbol: string, now: Instant): boolean;
  status(symbol: string, now: Instant): SymbolStatus | null;
  /** Trades in (after, until], oldest first. */
  trades(symbol: string, after: Instant, until: Instant): readonly AggregateTrade[];
  /** At most `limit` trades from a number on, up to `now`, oldest first. */
  tradesFrom(symbol: string, id: number, limit: number, now: Instant): readonly AggregateTrade[];
  last(symbol: string, now: Instant): Ticks | null;
  mark(symbol: string, now: Instant): Ticks | null;
  index(symbol: string, now: Instant): Ticks | null;
  premium(symbol: string, now: Instant): Premium | null;
  /** At most `levels` a side, 1,000 where nothing is said; without any while the symbol is halted. */
  book(symbol: string, now: Instant, levels?: number): OrderBook | null;
  dayTicker(symbol: string, now: Instant): DayTicker | null;
  klines(symbol: string, query: KlineQuery, now: Instant): readonly Kline[];
  /** The candle that is open at this instant. */
  openKline(symbol: string, interval: KlineInterval, now: Instant): Kline | null;
  /** Settlements in [from, to], oldest first. */
  settlements(symbol: string, from: Instant, to: Instant): readonly FundingSettlement[];
  openInterest(symbol: string, now: Instant): Steps | null;
  /** As changed last; of an unknown symbol null. */
  filters(symbol: string): Filters | null;
  disturb(disturbance: Disturbance): void;
  /** Makes what the next market day needs, a symbol a call, so that nothing stops at midnight; false when all is made. */
  prepare(now: Instant): boolean;
}
