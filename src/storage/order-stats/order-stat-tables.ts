import type { ColumnType } from 'kysely';
import type { NullableTime, Numeric } from '../database/columns.ts';

type Day = ColumnType<string, string, string>;

/** Whether the statistics of a day are saved, and whether anything has changed since. */
export interface OrderStatDaysTable {
  ownerId: string;
  day: Day;
  /** Counts the changes of its records; the rows of the day hold when `savedChanges` is the same. */
  changes: ColumnType<string, string | number, string | number>;
  savedChanges: ColumnType<string | null, string | number | null, string | number | null>;
  savedAt: NullableTime;
}

/** What happened on a UTC day to the orders of a bot on a symbol that have one role. */
export interface OrderDaysTable {
  ownerId: string;
  day: Day;
  portfolioId: string;
  botId: string;
  symbol: string;
  role: string;
  sent: number;
  /** Orders that ended on the day, by how; those canceled or expired with a part filled are counted in both. */
  filled: number;
  canceled: number;
  expired: number;
  rejected: number;
  partFilled: number;
  replaced: number;
  stopLosses: number;
  takeProfits: number;
  cyclesOpened: number;
  /** Under the role of what ended them. */
  cyclesClosed: number;
  levelMax: number;
  fills: number;
  buyNotional: Numeric;
  sellNotional: Numeric;
  makerNotional: Numeric;
  commission: Numeric;
  gross: Numeric;
  /** Received is positive; in the rows of base orders. */
  funding: Numeric;
  liquidationFee: Numeric;
  /** Taker fills of entries with a known deciding price: their value at that price, and what they cost beyond it. */
  entryReference: Numeric;
  entrySlippage: Numeric;
  exitReference: Numeric;
  exitSlippage: Numeric;
  /** How long positions were held, and how much of it without a stop-loss; in the rows of stop-losses. */
  heldMs: ColumnType<string, string | number, string | number>;
  unprotectedMs: ColumnType<string, string | number, string | number>;
}

/** How many orders had a value of a figure: enough for exact percentiles of any sum of days. */
export interface OrderDayCountsTable {
  ownerId: string;
  day: Day;
  portfolioId: string;
  botId: string;
  symbol: string;
  role: string;
  /**
   * `rest`: whole seconds from sending to the last fill, of limit orders; `entry` and `exit`: slippage in hundredths of a
   * basis point, of orders filled at market; `unsent`: why an order was not sent; `closed`: why a
   * cycle ended (then `orders` counts cycles).
   */
  figure: 'rest' | 'entry' | 'exit' | 'unsent' | 'closed';
  value: string;
  orders: number;
}
