import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Environment } from '#base/environment.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import type { BotKind, BotState } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { CoinDescriptionsTable, CoinQuotesTable } from '../assets/coin-tables.ts';
import type { ManualDealsTable } from '../deals/deal-tables.ts';
import type {
  ClaimsTable,
  DecisionsTable,
  ExchangeAccountsTable,
  FillsTable,
  HaltsTable,
  IncomeTable,
  InstallationCodesTable,
  IntentsTable,
  VenueEventsTable,
  VenueOrdersTable,
} from '../live/live-tables.ts';
import type {
  NoticeChannelsTable,
  NoticeChoicesTable,
  NoticeDeliveriesTable,
  NoticesTable,
} from '../notices/notice-tables.ts';
import type { OrderDayCountsTable, OrderDaysTable, OrderStatDaysTable } from '../order-stats/order-stat-tables.ts';
import type { PriceMovesTable } from '../price-moves-table.ts';
import type {
  BotDaysTable,
  BotHoursTable,
  BotTotalsTable,
  EquitySpansTable,
  PortfolioHoursTable,
  PortfolioPartsTable,
  PortfolioResultsTable,
} from '../roll-ups/roll-up-tables.ts';
import type { OpenInterestTable, SymbolSnapshotsTable } from '../screener/screener-tables.ts';
import type { TestBotsTable, TestConditionsTable, TestWindowsTable } from '../tests/test-tables.ts';
import type { Json, NullableNumeric, NullableTime, Numeric, Time } from './columns.ts';
import type {
  AssetNotesTable,
  AuditTrailTable,
  DocumentsTable,
  EndedSessionsTable,
  ExchangeKeysTable,
  RefreshTokensTable,
  TradeCategoriesTable,
  UsersTable,
} from './user-tables.ts';

/** A group of bots of one kind over one paper wallet. */
export interface PortfoliosTable {
  portfolioId: string;
  ownerId: string;
  name: string;
  kind: BotKind;
  /** Fixed by the first bot; null before that. */
  execution: 'paper' | 'live' | null;
  comment: string;
  /** Cap on the committed margin of all its bots; null for no cap. */
  limitUsdt: NullableNumeric;
  isDemo: boolean;
  /** What was paid in when it was created. */
  walletStart: Numeric;
  /** Balance after everything realised, as of `minuteAt`. */
  wallet: Numeric;
  /** Open of the last market minute whose effects are stored; null before the first. */
  minuteAt: NullableTime;
  /** Market time. */
  createdAt: Time;
}

/** The capital of a portfolio that was deleted after it had traded. Its results and equity stay in their tables. */
export interface DeletedPortfoliosTable {
  portfolioId: string;
  ownerId: string;
  execution: 'paper' | 'live';
  walletStart: Numeric;
  /** When it was deleted: everything that it was worth, since it had no bots. */
  wallet: Numeric;
  /** Market time. */
  deletedAt: Time;
}

/** A named ladder in its newest version; earlier ones are in its versions. */
export interface StrategiesTable {
  strategyId: string;
  ownerId: string;
  kind: BotKind;
  name: string;
  comment: string;
  symbol: string;
  version: number;
  /** The greatest number given to a version that may not be stored yet. */
  promisedVersion: Generated<number>;
  createdAt: Time;
  updatedAt: Time;
}

/** A saved version of a ladder; rows never change. */
export interface StrategyVersionsTable {
  strategyId: string;
  ownerId: string;
  version: number;
  params: Json<BotParams>;
  createdAt: Time;
}

/** The current state of a bot. Deleted bots keep their rows, so that their history keeps its name. */
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
  /** The version that applies once the open cycle has ended; null for none. */
  pendingVersion: number | null;
  state: BotState;
  stateReason: string | null;
  runNo: number;
  /** What the engine resumes from: the whole bot with its atoms and open net cycles. */
  snapshot: Json<BotSnapshot>;
  /** Ended cycles, counted in the transaction that ends them, so that no page has to count. */
  cyclesClosed: number;
  /** Market time, like all instants of the engine. */
  createdAt: Time;
  startedAt: NullableTime;
  finishedAt: NullableTime;
  deletedAt: NullableTime;
}

/** One run of a bot from a start to an end; the API calls it a strategy executor. */
export interface RunsTable {
  strategyExecutorId: string;
  ownerId: string;
  botId: string;
  runNo: number;
  strategyVersion: number | null;
  /** The latest in this run. */
  params: Json<BotParams>;
  startedAt: NullableTime;
  endedAt: NullableTime;
  endKind: 'finish' | 'stop' | 'error' | null;
}

/** One pair of symbol and direction of a bot, for reading; the engine resumes from the bot's snapshot. */
export interface AtomsTable {
  atomId: string;
  ownerId: string;
  botId: string;
  symbol: string;
  direction: 'buy' | 'sell';
  state: Json<AtomState>;
}

/** One round of an atom from its first order until it is flat again. The newest record of a cycle replaces its row. */
export interface CyclesTable {
  cycleId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  atomId: string;
  netCycleId: string | null;
  /** The run that opened it; `runNo` is the one it ended in, or the current one. */
  openedRunNo: number;
  runNo: number;
  seq: number;
  symbol: string;
  direction: 'buy' | 'sell';
  state: Cycle['state'];
  closeReason: string | null;
  /** The version of the parameters that it runs with; null for one that ended before versions were kept. */
  paramsVersion: number | null;
  /** When it was decided; `beginAt` is the first fill. */
  openedAt: Time;
  beginAt: NullableTime;
  endAt: NullableTime;
  /** Everything it ever bought (or sold short), in units of the base asset. */
  entryQty: Numeric;
  /** What is still open. */
  quantity: Numeric;
  avgEntryPrice: NullableNumeric;
  avgExitPrice: NullableNumeric;
  /** Safety orders filled, whole or in part; the base order is not counted. */
  levelsFilled: number;
  /** Safety orders in all; the base order is not counted. */
  levelsTotal: number;
  /** Price of the deepest entry. */
  maxLevelPrice: NullableNumeric;
  /** The most initial margin it tied up at one time. */
  peakMargin: Numeric;
  /** What the full ladder needs, reserved while it is open. */
  committedMargin: Numeric;
  gross: Numeric;
  commission: Numeric;
  /** Received is positive. */
  funding: Numeric;
  liquidationFee: Numeric;
  /** Gross + funding − commission − liquidation fee. */
  result: Numeric;
  /** How far the price went against it, and `mfePercent` for it, from the base price; positive. */
  maePercent: NullableNumeric;
  mfePercent: NullableNumeric;
  /** Its place among the ended cycles of its bot and of its portfolio, from 1; null while it is open. */
  botNo: ColumnType<number | null, never, never>;
  portfolioNo: ColumnType<number | null, never, never>;
  /** Sum of the results of its bot's ended cycles up to and with this one; null while it is open. */
  botSum: ColumnType<string | null, never, never>;
}

/** One flat-to-flat episode of a bot on a symbol, over both directions. */
export interface NetCyclesTable {
  netCycleId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  symbol: string;
  seq: number;
  beginAt: Time;
  endAt: NullableTime;
  /** In the order in which they joined. */
  cycleIds: Json<readonly string[]>;
  directions: Json<readonly ('buy' | 'sell')[]>;
  ordersFilled: number;
  maxLevelsFilled: number;
  /** Deepest entry against its base price. */
  maxDeviationPercent: Numeric;
  /** The highest cost of its open positions at one time. */
  maxNotional: Numeric;
  peakMargin: Numeric;
  gross: Numeric;
  commission: Numeric;
  funding: Numeric;
  liquidationFee: Numeric;
  result: Numeric;
}

/** An order with its progress. The newest record of an order replaces its row. */
export interface OrdersTable {
  orderId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  atomId: string;
  cycleId: string;
  /** Counts the orders of the cycle from 1. */
  number: number;
  symbol: string;
  direction: 'buy' | 'sell';
  role: string;
  level: number;
  type: string;
  side: 'BUY' | 'SELL';
  price: NullableNumeric;
  triggerPrice: NullableNumeric;
  /** Null means the whole position at the moment it fills. */
  qty: NullableNumeric;
  filledQty: Numeric;
  avgPrice: NullableNumeric;
  /** The price at which it was decided, for slippage figures. */
  decisionPrice: NullableNumeric;
  state: 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';
  sentAt: Time;
  doneAt: NullableTime;
  /** The exchange's id of a live order; null on paper, and before the exchange has given one. */
  venueOrderId: string | null;
  /** The exchange's error code of a rejected live order. */
  rejectCode: number | null;
}

/** One fill. Rows never change. */
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
  /** Price times quantity, exact. */
  quoteQty: Numeric;
  commission: Numeric;
  isMaker: boolean;
  /** Gross result of the quantity that it closed; zero for an entry. */
  gross: Numeric;
  /** The exchange's id of a live trade, and what its commission was paid in; null on paper. */
  venueTradeId: string | null;
  commissionAsset: string | null;
}

/** One posting of the double entry; the postings of one source sum to zero. Rows never change. */
export interface LedgerTable {
  /** Identifies the event, which is booked once, however often it is stored. */
  sourceId: string;
  ownerId: string;
  portfolioId: string;
  /** See `LedgerAccount` of the engine's records. */
  account: string;
  ts: Time;
  amount: Numeric;
}

/** One line of what a bot did and why. */
export interface LogsTable {
  logId: GeneratedAlways<string>;
  /** Identifies the line within its batch: a batch that is written again adds nothing. */
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

/** Lines of the log of a bot in a portfolio, by UTC day and level. */
export interface LogCountsTable {
  botId: string;
  portfolioId: string;
  ownerId: string;
  /** When it began. */
  day: Time;
  level: LogsTable['level'];
  lines: number;
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
  /** SHA-256 of the input, whatever the order of its keys. */
  bodyHash: string;
  /** HTTP status of the answer; 0 while only the effect is stored. */
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

/** Which environment's market the accounts follow; one row. */
export interface MarketEnvironmentTable {
  environmentId: number;
  environment: Environment;
  claimedAt: Time;
}

/** A program that runs on this database. */
export interface MembersTable {
  memberId: string;
  machine: string;
  /** As the database server sees it. */
  address: string;
  processId: number;
  roles: string[];
  /** Version of what programs on one database agree on. */
  protocol: number;
  version: string;
  /** Process id, at the database server, of the session that holds its lock. */
  lockPid: number;
  startedAt: Time;
  seenAt: Time;
}

/**
 * Every table by its name in queries: camelCase here, snake_case in SQL (CamelCasePlugin). JSON documents hold no money as
 * numbers except the exact integers of engine state, which are written and read back whole.
 */
export interface Tables {
  portfolios: PortfoliosTable;
  deletedPortfolios: DeletedPortfoliosTable;
  strategies: StrategiesTable;
  strategyVersions: StrategyVersionsTable;
  bots: BotsTable;
  runs: RunsTable;
  atoms: AtomsTable;
  cycles: CyclesTable;
  netCycles: NetCyclesTable;
  orders: OrdersTable;
  trades: TradesTable;
  manualDeals: ManualDealsTable;
  ledger: LedgerTable;
  botDays: BotDaysTable;
  botTotals: BotTotalsTable;
  portfolioResults: PortfolioResultsTable;
  portfolioParts: PortfolioPartsTable;
  portfolioHours: PortfolioHoursTable;
  equitySpans: EquitySpansTable;
  botHours: BotHoursTable;
  logs: LogsTable;
  logCounts: LogCountsTable;
  commands: CommandsTable;
  idempotency: IdempotencyTable;
  marketClock: MarketClockTable;
  marketEnvironment: MarketEnvironmentTable;
  members: MembersTable;
  documents: DocumentsTable;
  exchangeKeys: ExchangeKeysTable;
  assetNotes: AssetNotesTable;
  priceMoves: PriceMovesTable;
  tradeCategories: TradeCategoriesTable;
  coinQuotes: CoinQuotesTable;
  coinDescriptions: CoinDescriptionsTable;
  users: UsersTable;
  refreshTokens: RefreshTokensTable;
  endedSessions: EndedSessionsTable;
  auditTrail: AuditTrailTable;
  testConditions: TestConditionsTable;
  testBots: TestBotsTable;
  testWindows: TestWindowsTable;
  orderStatDays: OrderStatDaysTable;
  orderDays: OrderDaysTable;
  orderDayCounts: OrderDayCountsTable;
  symbolSnapshots: SymbolSnapshotsTable;
  openInterest: OpenInterestTable;
  notices: NoticesTable;
  noticeChannels: NoticeChannelsTable;
  noticeChoices: NoticeChoicesTable;
  noticeDeliveries: NoticeDeliveriesTable;
  exchangeAccounts: ExchangeAccountsTable;
  installationCodes: InstallationCodesTable;
  halts: HaltsTable;
  intents: IntentsTable;
  venueOrders: VenueOrdersTable;
  fills: FillsTable;
  venueEvents: VenueEventsTable;
  income: IncomeTable;
  claims: ClaimsTable;
  decisions: DecisionsTable;
}
