import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Environment } from '#base/environment.ts';
import type { Direction, Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { Json, NullableNumeric, NullableTime, Numeric, Time } from '../database/columns.ts';
import type { ClaimSide, IntentKind, IntentState } from './live-rows.ts';

/** BIGINT: text when read, so that no digit is lost. */
type BigNumber = ColumnType<string, string | number, string | number>;
/** The same with a first value of its own. */
type CountedUp = ColumnType<string, string | number | undefined, string | number>;

/** A user's account at the exchange; one per environment. */
export interface ExchangeAccountsTable {
  accountId: string;
  ownerId: string;
  environment: Environment;
  /** Caps in USDT, orders and percent; null: not set yet. */
  capBotNotional: NullableNumeric;
  capAccountNotional: NullableNumeric;
  capOrdersMinute: number | null;
  capDailyLoss: NullableNumeric;
  capPricePercent: NullableNumeric;
  /** While it is set, nothing is sent that raises exposure; wall time. */
  haltedAt: NullableTime;
  haltReason: string | null;
  /** Raised by every engine that takes the account; only the engine with the current number writes. */
  fence: CountedUp;
  /** Hedge mode, leverages and margin types as last read from the exchange. */
  settingsSeen: Json<unknown> | null;
  /** Number of the next intent; numbers are never reused. */
  nextIntent: CountedUp;
  /** Name of the last stored journal, by which a repetition is recognised. */
  lastJournal: string | null;
  /** When account and exchange were last found equal; wall time. */
  lastSyncAt: NullableTime;
  createdAt: Generated<Date>;
}

/** Codes in the names of this installation's orders: the newest names new ones. */
export interface InstallationCodesTable {
  code: string;
  drawnAt: Time;
}

/** Halts of one bot, under its id, and of all accounts, under `all`; that of an account is in its own row. */
export interface HaltsTable {
  haltId: string;
  /** Null for all accounts. */
  ownerId: string | null;
  haltedAt: Time;
  reason: string;
}

/** A request to the exchange, committed before it is sent; cancels included. */
export interface IntentsTable {
  accountId: string;
  number: BigNumber;
  ownerId: string;
  portfolioId: string;
  botId: string;
  symbol: string;
  direction: Direction;
  cycleSeq: number;
  orderNumber: number;
  leg: string;
  generation: number;
  kind: IntentKind;
  fence: BigNumber;
  /** The order's own; a cancel has that of the order it cancels. */
  clientId: string;
  request: Json<unknown>;
  raisesExposure: boolean;
  state: IntentState;
  /** The signed timestamp, on the exchange's clock. */
  sentAt: Time;
  outcome: Json<unknown> | null;
  /** Null while it is SENDING or UNKNOWN; wall time. */
  resolvedAt: NullableTime;
}

/** What the exchange last reported of one of our orders. */
export interface VenueOrdersTable {
  accountId: string;
  clientId: string;
  ownerId: string;
  intentNumber: BigNumber;
  orderId: string | null;
  /** Of a conditional order. */
  algoId: string | null;
  /** The order that a conditional order has placed. */
  actualOrderId: string | null;
  state: string;
  /** Units of the base asset. */
  executed: Numeric;
  updatedAt: Time;
}

/** A trade of the account, ours or not, stored once. */
export interface FillsTable {
  accountId: string;
  symbol: string;
  tradeId: string;
  ownerId: string;
  orderId: string;
  clientId: string | null;
  /** Null for a trade that no bot of ours has made. */
  botId: string | null;
  side: Side;
  positionSide: PositionSide;
  price: Numeric;
  quantity: Numeric;
  commission: Numeric;
  commissionAsset: string;
  realized: Numeric;
  isMaker: boolean;
  at: Time;
}

/** An event of the account's stream as received; deleted after some days. */
export interface VenueEventsTable {
  eventId: GeneratedAlways<string>;
  accountId: string;
  ownerId: string;
  /** Wall time. */
  at: Time;
  kind: string;
  body: Json<unknown>;
}

/** A line of the account's income: funding, commissions, results, transfers. */
export interface IncomeTable {
  accountId: string;
  key: string;
  ownerId: string;
  symbol: string;
  type: string;
  amount: Numeric;
  asset: string;
  transactionId: string;
  tradeId: string | null;
  at: Time;
}

/** The bot that holds a side of a symbol on an account. */
export interface ClaimsTable {
  accountId: string;
  symbol: string;
  side: ClaimSide;
  ownerId: string;
  botId: string;
  claimedAt: Time;
}

/** A decision of an atom with the hash of its inputs, so that it is made once. */
export interface DecisionsTable {
  botId: string;
  symbol: string;
  direction: Direction;
  number: BigNumber;
  ownerId: string;
  inputHash: string;
  at: Time;
}
