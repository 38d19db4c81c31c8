import type { ColumnType, GeneratedAlways } from 'kysely';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import type { BotKind, BotState } from '#engine/model/bot.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';

/**
 * The tables as Kysely sees them: camelCase here, snake_case in SQL (CamelCasePlugin).
 * NUMERIC is exact decimal text both ways; instants are timestamptz read as Date; JSON documents hold no money as numbers
 * except the exact integers of engine state, which are written and read back whole.
 */
type Numeric = ColumnType<string, string, string>;
type NullableNumeric = ColumnType<string | null, string | null, string | null>;
type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

export interface PortfoliosTable {
  portfolioId: string;
  ownerId: string;
  name: string;
  kind: BotKind;
  execution: 'paper' | 'live' | null;
  comment: string;
  limitUsdt: NullableNumeric;
  isDemo: boolean;
  walletStart: Numeric;
  /** Balance after everything realised, as of `minuteAt`. */
  wallet: Numeric;
  /** Open of the last market minute whose effects are stored; null before the first. */
  minuteAt: NullableTime;
  createdAt: Time;
}

export interface StrategiesTable {
  strategyId: string;
  ownerId: string;
  kind: BotKind;
  name: string;
  comment: string;
  symbol: string;
  version: number;
  createdAt: Time;
  updatedAt: Time;
}

export interface StrategyVersionsTable {
  strategyId: string;
  ownerId: string;
  version: number;
  params: Json<LadderParams>;
  createdAt: Time;
}

export interface BotsTable {
  botId: string;
  /** Order of creation, in which the engine serves the bots of an account. */
  createdSeq: GeneratedAlways<string>;
  ownerId: string;
  portfolioId: string;
  kind: BotKind;
  name: string;
  comment: string;
  symbols: Json<readonly string[]>;
  strategyId: string | null;
  strategyVersion: number | null;
  pendingVersion: number | null;
  state: BotState;
  stateReason: string | null;
  runNo: number;
  /** What the engine resumes from: the whole bot with its atoms and open net cycles. */
  snapshot: Json<BotSnapshot>;
  cyclesClosed: number;
  createdAt: Time;
  startedAt: NullableTime;
  finishedAt: NullableTime;
  deletedAt: NullableTime;
}

export interface RunsTable {
  strategyExecutorId: string;
  ownerId: string;
  botId: string;
  runNo: number;
  strategyVersion: number | null;
  params: Json<LadderParams>;
  startedAt: NullableTime;
  endedAt: NullableTime;
  endKind: 'finish' | 'stop' | 'error' | null;
}

export interface AtomsTable {
  atomId: string;
  ownerId: string;
  botId: string;
  symbol: string;
  direction: 'buy' | 'sell';
  state: Json<AtomState>;
}

export interface CyclesTable {
  cycleId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  atomId: string;
  netCycleId: string | null;
  openedRunNo: number;
  runNo: number;
  seq: number;
  symbol: string;
  direction: 'buy' | 'sell';
  state: Cycle['state'];
  closeReason: string | null;
  openedAt: Time;
  beginAt: NullableTime;
  endAt: NullableTime;
  entryQty: Numeric;
  quantity: Numeric;
  avgEntryPrice: NullableNumeric;
  avgExitPrice: NullableNumeric;
  levelsFilled: number;
  levelsTotal: number;
  maxLevelPrice: NullableNumeric;
  peakMargin: Numeric;
  committedMargin: Numeric;
  gross: Numeric;
  commission: Numeric;
  funding: Numeric;
  liquidationFee: Numeric;
  result: Numeric;
  maePercent: NullableNumeric;
  mfePercent: NullableNumeric;
}

export interface NetCyclesTable {
  netCycleId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  symbol: string;
  seq: number;
  beginAt: Time;
  endAt: NullableTime;
  cycleIds: Json<readonly string[]>;
  directions: Json<readonly ('buy' | 'sell')[]>;
  ordersFilled: number;
  maxLevelsFilled: number;
  maxDeviationPercent: Numeric;
  maxNotional: Numeric;
  peakMargin: Numeric;
  gross: Numeric;
  commission: Numeric;
  funding: Numeric;
  liquidationFee: Numeric;
  result: Numeric;
}

export interface OrdersTable {
  orderId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  atomId: string;
  cycleId: string;
  number: number;
  symbol: string;
  direction: 'buy' | 'sell';
  role: string;
  level: number;
  type: string;
  side: 'BUY' | 'SELL';
  price: NullableNumeric;
  triggerPrice: NullableNumeric;
  qty: NullableNumeric;
  filledQty: Numeric;
  avgPrice: NullableNumeric;
  decisionPrice: NullableNumeric;
  state: 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';
  sentAt: Time;
  doneAt: NullableTime;
}

export interface TradesTable {
  tradeId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  cycleId: string;
  orderId: string;
  /** Position in the account's own order of events: breaks ties of equal times. */
  seq: ColumnType<string, string | number, string | number>;
  ts: Time;
  symbol: string;
  direction: 'buy' | 'sell';
  side: 'BUY' | 'SELL';
  role: string;
  level: number;
  price: Numeric;
  qty: Numeric;
  quoteQty: Numeric;
  commission: Numeric;
  isMaker: boolean;
  gross: Numeric;
}

export interface LedgerTable {
  sourceId: string;
  ownerId: string;
  portfolioId: string;
  account: string;
  ts: Time;
  amount: Numeric;
}

/** Roll-up of ended cycles by bot and UTC day, kept in the transaction that ends the cycle. */
export interface BotDaysTable {
  botId: string;
  ownerId: string;
  portfolioId: string;
  day: ColumnType<string, string, string>;
  cycles: number;
  wins: number;
  gross: Numeric;
  commission: Numeric;
  funding: Numeric;
  liquidationFee: Numeric;
  result: Numeric;
  /** Σ of positive and of negative results, for profit factor and payoff. */
  won: Numeric;
  lost: Numeric;
  volume: Numeric;
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

export interface LogsTable {
  logId: GeneratedAlways<string>;
  /** Names the line within the batch that wrote it: a batch that is written again adds nothing. */
  batchLine: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  ts: Time;
  level: 'info' | 'warning' | 'error';
  code: string;
  detail: string;
  figures: Json<Record<string, string | number>>;
  symbol: string | null;
  direction: 'buy' | 'sell' | null;
  cycleId: string | null;
  orderId: string | null;
}

/** Every command that was carried out, with the market time it took effect: the other half of a replay. */
export interface CommandsTable {
  commandId: string;
  /** Order in which they were carried out. */
  commandSeq: GeneratedAlways<string>;
  ownerId: string;
  portfolioId: string;
  botId: string | null;
  /** Open of the last minute processed before the command; null before the first. */
  afterMinute: NullableTime;
  at: Time;
  command: Json<unknown>;
  wallAt: Time;
}

/** Answers of commands that carried an Idempotency-Key. */
export interface IdempotencyTable {
  ownerId: string;
  key: string;
  call: string;
  bodyHash: string;
  status: number;
  reply: Json<unknown>;
  createdAt: Time;
}

/** One row: the market clock. */
export interface MarketClockTable {
  clockId: number;
  /** Open of the last closed minute. */
  minuteAt: Time;
  savedAt: Time;
}

/** Identity tables: reachable by the identity role only. */
export interface UsersTable {
  userId: string;
  email: string;
  passwordHash: string;
  isDisabled: boolean;
  /** Tokens issued before are void. */
  validSince: Time;
  createdAt: Time;
  lastLoginAt: NullableTime;
}

export interface RefreshTokensTable {
  tokenHash: string;
  familyId: string;
  userId: string;
  authTime: Time;
  createdAt: Time;
  expiresAt: Time;
  usedAt: NullableTime;
  revokedAt: NullableTime;
}

export interface Tables {
  portfolios: PortfoliosTable;
  strategies: StrategiesTable;
  strategyVersions: StrategyVersionsTable;
  bots: BotsTable;
  runs: RunsTable;
  atoms: AtomsTable;
  cycles: CyclesTable;
  netCycles: NetCyclesTable;
  orders: OrdersTable;
  trades: TradesTable;
  ledger: LedgerTable;
  botDays: BotDaysTable;
  botHours: BotHoursTable;
  logs: LogsTable;
  commands: CommandsTable;
  idempotency: IdempotencyTable;
  marketClock: MarketClockTable;
  users: UsersTable;
  refreshTokens: RefreshTokensTable;
}
