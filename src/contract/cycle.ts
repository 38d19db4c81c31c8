import * as z from 'zod/mini';
import { CYCLE_GROUPS } from '#engine/model/cycle.ts';
import { direction } from './bot.ts';
import { call } from './call.ts';
import {
  count,
  dateOrInstant,
  decimalText,
  id,
  instantText,
  kindParams,
  limitUpTo,
  listOf,
  maybeDecimal,
  maybeInstant,
  offset,
  pageOf,
  searchText,
  wholeNumberText,
} from './fields.ts';
import { LOG_CODES_MAX, QUERY_TEXT_LENGTH_MAX } from './limits.ts';

/**
 * Why a cycle ended. `delisting`: trading of the contract has ended, and the position was closed at its last price. `adl`,
 * `external` and `entry_refused` occur only at a real exchange, not with paper bots.
 */
export const closeReason = z.enum([
  'take_profit',
  'trailing',
  'stop_loss',
  'exit_signal',
  'time_limit',
  'manual',
  'bot_stop',
  'liquidation',
  'entry_expired',
  'entry_refused',
  'detached',
  'adl',
  'external',
  'delisting',
]);
export const cycleState = z.enum([
  'PENDING_ENTRY',
  'OPEN',
  'CLOSING',
  'SUSPENDED',
  'CLOSED',
  'CANCELED',
  'LIQUIDATED',
  'DETACHED',
]);

/**
 * One cycle of an atom, from entry to flat. Amounts in USDT, signed percentages, prices with the decimals of the tick.
 */
export const cycle = z.object({
  cycleId: id,
  atomId: id,
  botId: id,
  botName: z.string(),
  portfolioId: id,
  /** The run it ended in, or the current one while it is open. */
  strategyExecutorId: id,
  openedByExecutorId: id,
  netCycleId: z.nullable(id),
  seq: count,
  symbol: z.string(),
  direction,
  state: cycleState,
  /** When the entry was decided; `begin_date` is its first fill. */
  openedAt: instantText,
  beginDate: maybeInstant,
  endDate: maybeInstant,
  closeReason: z.nullable(closeReason),
  entryQty: decimalText,
  /** Quantity that is still open. */
  quantity: decimalText,
  avgEntryPrice: maybeDecimal,
  avgExitPrice: maybeDecimal,
  /**
   * Filled safety orders, including partly filled ones that were cancelled, and their total number; both without the
   * base order.
   */
  levelsFilled: count,
  levelsTotal: count,
  /** Price of the deepest entry. */
  maxLevelPrice: maybeDecimal,
  /** Largest initial margin used at a time, and the margin of the full ladder; the two returns are relative to them. */
  peakMargin: decimalText,
  committedMargin: decimalText,
  gross: decimalText,
  commission: decimalText,
  funding: decimalText,
  liquidationFee: decimalText,
  /** Net: gross + funding − commission − liquidation fee. */
  result: decimalText,
  roiMarginPercent: maybeDecimal,
  roiCommittedPercent: maybeDecimal,
  /** Largest adverse and favourable price move from the base price; positive. */
  maePercent: maybeDecimal,
  mfePercent: maybeDecimal,
});

/** One period of a bot on a symbol from flat to flat; it may join overlapping long and short cycles. */
export const netCycle = z.object({
  netCycleId: id,
  botId: id,
  symbol: z.string(),
  seq: count,
  beginDate: instantText,
  endDate: maybeInstant,
  cycleIds: z.array(id),
  directions: z.array(direction),
  ordersFilled: count,
  maxLevelsFilled: count,
  maxDeviationPercent: decimalText,
  maxNotional: decimalText,
  peakMargin: decimalText,
  durationMs: z.nullable(count),
  gross: decimalText,
  commission: decimalText,
  funding: decimalText,
  liquidationFee: decimalText,
  result: decimalText,
  roiPercent: maybeDecimal,
});

/** One fill, as an exchange would report it. `quote_qty` is price times quantity, exactly. */
export const trade = z.object({
  tradeId: id,
  orderId: id,
  cycleId: id,
  botId: id,
  symbol: z.string(),
  ts: instantText,
  side: z.enum(['BUY', 'SELL']),
  role: z.string(),
  level: count,
  price: decimalText,
  qty: decimalText,
  quoteQty: decimalText,
  commission: decimalText,
  commissionAsset: z.string(),
  commissionUsdt: decimalText,
  isMaker: z.boolean(),
  /** Gross result of the quantity closed by this fill, as the exchange would report it. */
  exchangeRealizedPnl: decimalText,
});

/** One order and its state. A market order has no price, an order without a trigger has no trigger price. */
export const order = z.object({
  orderId: id,
  cycleId: id,
  atomId: id,
  botId: id,
  symbol: z.string(),
  direction,
  role: z.string(),
  level: count,
  type: z.string(),
  side: z.enum(['BUY', 'SELL']),
  positionSide: z.enum(['LONG', 'SHORT']),
  price: maybeDecimal,
  triggerPrice: maybeDecimal,
  /** Null: the whole position. */
  qty: maybeDecimal,
  filledQty: decimalText,
  avgPrice: maybeDecimal,
  reduceOnly: z.boolean(),
  closePosition: z.boolean(),
  state: z.enum(['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED']),
  decisionPrice: maybeDecimal,
  sentAt: instantText,
  doneAt: maybeInstant,
});

/** One action of a bot and its reason. `figures` contain the numbers of the sentence, so that it can be translated. */
export const logEntry = z.object({
  logId: id,
  ts: instantText,
  level: z.enum(['info', 'warning', 'error']),
  code: z.string(),
  /** The English sentence, with its figures filled in. */
  detail: z.string(),
  figures: z.array(z.object({ name: z.string(), value: z.string() })),
  botId: id,
  botName: z.string(),
  portfolioId: id,
  symbol: z.nullable(z.string()),
  direction: z.nullable(direction),
  cycleId: z.nullable(id),
  orderId: z.nullable(id),
});

const cursor = z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX)));
const search = z.optional(searchText);

/** The columns that cycles can be sorted by. */
export const cycleSorts = ['symbol', 'bot', 'seq', 'opened', 'lasted', 'steps', 'result'] as const;
/** A column, after a minus in descending order. */
const cycleSort = z.enum(cycleSorts.flatMap((column) => [column, `-${column}`] as const));

/**
 * A page of cycles of a bot or a portfolio; FILTER_MISSING without either, 400 with both. Pages follow by `cursor`, which
 * cycles that end meanwhile do not shift, or by `offset`.
 */
export const getCycles = call({
  name: 'getCycles',
  method: 'GET',
  path: '/api/:kind/get-cycles',
  summary:
    'List the cycles of a bot or portfolio, open ones first, then newest first, or by `sort`; `end_date` keeps those that ended by then, `date_from` leaves out those that ended before, `group` those of one end, `seq` those of one number, `search` finds symbol, bot name and number.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({
    botId: z.optional(id),
    portfolioId: z.optional(id),
    cycleId: z.optional(id),
    endDate: z.optional(dateOrInstant),
    dateFrom: z.optional(dateOrInstant),
    group: z.optional(z.enum(CYCLE_GROUPS)),
    /** The number of a cycle; each symbol and direction of a bot counts its own. */
    seq: z.optional(wholeNumberText),
    search,
    sort: z.optional(cycleSort),
    offset,
    limit: limitUpTo(5_000, 1_500),
    /** Continues a list after the last row of the previous page; it belongs to the order of that list. */
    cursor,
  }),
  reply: pageOf(cycle),
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND', 'FILTER_MISSING', 'CURSOR_INVALID', 'PERIOD_REVERSED'],
});

/** How many cycles of a portfolio there are of each group, for the totals of a list that is loaded in pages. */
export const getCycleCounts = call({
  name: 'getCycleCounts',
  method: 'GET',
  path: '/api/:kind/get-cycle-counts',
  summary: 'Count the cycles of a portfolio: open ones, and ended ones by why they ended, in whole UTC days.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({
    portfolioId: id,
    dateFrom: z.optional(z.iso.date()),
    endDate: z.optional(z.iso.date()),
    search,
  }),
  reply: z.object({
    open: count,
    takeProfit: count,
    stopLoss: count,
    exitSignal: count,
    liquidation: count,
    other: count,
  }),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'PERIOD_REVERSED'],
});

/** A page of net cycles of one bot. */
export const getNetCycles = call({
  name: 'getNetCycles',
  method: 'GET',
  path: '/api/:kind/get-net-cycles',
  summary: 'List the net cycles of a bot, from flat to flat on each symbol over both directions, newest first.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ botId: id, offset, limit: limitUpTo(5_000, 1_500), cursor }),
  reply: pageOf(netCycle),
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'CURSOR_INVALID'],
});

/** All fills of one cycle; there are at most a few hundred, so the list is not paged. */
export const getTrades = call({
  name: 'getTrades',
  method: 'GET',
  path: '/api/:kind/get-trades',
  summary: 'List the fills of a cycle, oldest first.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ cycleId: id }),
  reply: listOf(trade),
  status: 200,
  refusals: ['CYCLE_NOT_FOUND'],
});

/** All orders of one cycle, including cancelled ones. */
export const getOrders = call({
  name: 'getOrders',
  method: 'GET',
  path: '/api/:kind/get-orders',
  summary: 'List the orders of a cycle in the order in which they were placed.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ cycleId: id }),
  reply: listOf(order),
  status: 200,
  refusals: ['CYCLE_NOT_FOUND'],
});

/** Everything known about one order, for the drawer that a log line opens; its log lines come in pages. */
export const getOrdersFromLog = call({
  name: 'getOrdersFromLog',
  method: 'GET',
  path: '/api/:kind/get-orders-from-log',
  summary: 'Get an order with its fills and a page of its log lines, oldest first.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ orderId: id, limit: limitUpTo(1_000, 1_000), cursor }),
  /** `cursor` continues the log lines; null when there are no more. */
  reply: z.object({ order, trades: z.array(trade), logs: z.array(logEntry), cursor: z.nullable(z.string()) }),
  status: 200,
  refusals: ['ORDER_NOT_FOUND', 'CURSOR_INVALID'],
});

const logCodes = z.string().check(
  z.regex(new RegExp(`^[A-Z_]{1,40}(,[A-Z_]{1,40}){0,${LOG_CODES_MAX - 1}}$`), {
    error: `must be up to ${LOG_CODES_MAX} codes, joined by commas`,
  }),
);

/** Which log lines; what is left out does not restrict them. */
const logFilter = {
  search: z.optional(searchText),
  botId: z.optional(id),
  portfolioId: z.optional(id),
  cycleId: z.optional(id),
  /** Lines that name this order: those of its fills. */
  orderId: z.optional(id),
  /** Lines about this symbol; a line about a whole bot has none. */
  symbol: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
  /** Codes, joined by commas. */
  codes: z.optional(logCodes),
  /** From this instant or day on. */
  dateFrom: z.optional(dateOrInstant),
  /** Up to this instant, or to the end of this day. */
  dateTo: z.optional(dateOrInstant),
};

/** A page of log lines. With `cursor` pages do not shift while new lines arrive; `offset` jumps to a position. */
export const getLogs = call({
  name: 'getLogs',
  method: 'GET',
  path: '/api/:kind/get-logs',
  summary: 'List the log lines of the bots, newest first; `search` matches bot name, symbol, code and sentence.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({
    limit: limitUpTo(1_000, 100),
    offset,
    ...logFilter,
    level: z.optional(z.enum(['info', 'warning', 'error'])),
    /** Continues a list after the last row of the previous page. */
    cursor,
  }),
  reply: pageOf(logEntry),
  status: 200,
  refusals: ['CURSOR_INVALID', 'PERIOD_REVERSED'],
});

/** How many log lines a filter finds, by level. The list answers without counting; this call counts. */
export const getLogCounts = call({
  name: 'getLogCounts',
  method: 'GET',
  path: '/api/:kind/get-log-counts',
  summary: 'Count the log lines of the bots by level; `kept_days` says after how many days lines are deleted.',
  access: 'user',
  params: kindParams,
  query: z.strictObject(logFilter),
  reply: z.object({ info: z.int(), warning: z.int(), error: z.int(), keptDays: z.int() }),
  status: 200,
  refusals: ['PERIOD_REVERSED'],
});
