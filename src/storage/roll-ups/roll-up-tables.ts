import type { ColumnType } from 'kysely';
import type { NullableNumeric, Numeric, Time } from '../database/columns.ts';

/** Sums of a bot's ended cycles by UTC day, kept in the transaction that ends the cycle. */
export interface BotDaysTable {
  botId: string;
  ownerId: string;
  portfolioId: string;
  day: ColumnType<string, string, string>;
  cycles: number;
  gross: Numeric;
  commission: Numeric;
  funding: Numeric;
  liquidationFee: Numeric;
  result: Numeric;
  volume: Numeric;
}

/** Sums of all ended cycles of a bot, kept in the transaction that ends the cycle. */
export type BotTotalsTable = Omit<BotDaysTable, 'day'>;

/** Sums of a portfolio's ended cycles by UTC hour, day and month, kept in the transaction that ends the cycle. */
export interface PortfolioResultsTable {
  portfolioId: string;
  ownerId: string;
  span: 'hour' | 'day' | 'month';
  beginAt: Time;
  /** Canceled entries are no cycles and neither win nor lose; what they cost is in the sums. */
  cycles: number;
  wins: number;
  losses: number;
  gross: Numeric;
  commission: Numeric;
  funding: Numeric;
  liquidationFee: Numeric;
  result: Numeric;
  /** Sums of the positive and of the negative results. */
  won: Numeric;
  lost: Numeric;
  /** Everything that ended, canceled entries included, and how much of it for these reasons. */
  ended: number;
  takeProfits: number;
  stopLosses: number;
  exitSignals: number;
  liquidations: number;
  /** The worst net result of its cycles; null without one. */
  worst: NullableNumeric;
  /** Of a month: a line per day, oldest first, with when it began in seconds, its net result and its cycles. */
  days: string | null;
}

/** Results of a portfolio by UTC day and month, divided by one of the parts; the values of a part add up to all of it. */
export interface PortfolioPartsTable
  extends Omit<
    PortfolioResultsTable,
    'span' | 'ended' | 'takeProfits' | 'stopLosses' | 'exitSignals' | 'liquidations' | 'worst' | 'days'
  > {
  span: 'day' | 'month';
  part: 'symbol' | 'side' | 'reason' | 'version' | 'steps';
  value: string;
  /** In the gross result, positive where it cost. */
  slippage: Numeric;
}

/** Equity of a portfolio by market hour without what was paid in: the sum over its bots, deleted ones included. */
export interface PortfolioHoursTable {
  portfolioId: string;
  ownerId: string;
  ts: Time;
  gained: Numeric;
}

/** The extremes of a portfolio's hours by UTC day, (00:00, 24:00], and over its whole life. */
export interface EquitySpansTable {
  portfolioId: string;
  ownerId: string;
  span: 'day' | 'month' | 'life';
  /** 00:00 of the day, or of the first one of the month; the first hour of the life. */
  beginAt: Time;
  /** The last hour in it, and what had been gained by then. */
  lastAt: Time;
  last: Numeric;
  high: Numeric;
  low: Numeric;
  lowAt: Time;
  /** Exact decimal text; `at` in milliseconds. */
  falls: ColumnType<readonly { peak: string; trough: string; at: number }[], string, string>;
  /** Of a month: a line per day, oldest first, with its last hour in seconds and what had been gained by then. */
  days: string | null;
}

/** Equity by market hour: what a bot has realised so far (open cycles' bookings included) and its open result. */
export interface BotHoursTable {
  botId: string;
  ownerId: string;
  portfolioId: string;
  ts: Time;
  realized: Numeric;
  unrealized: Numeric;
}
