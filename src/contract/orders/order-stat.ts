import * as z from 'zod/mini';
import { call } from '../call.ts';
import { order } from '../cycle.ts';
import {
  botKind,
  count,
  dateOrInstant,
  decimalText,
  id,
  instantText,
  limitUpTo,
  listOf,
  maybeDecimal,
  maybeInstant,
  offset,
  pageOf,
} from '../fields.ts';
import { QUERY_TEXT_LENGTH_MAX, STAT_DAYS_MAX } from '../limits.ts';

/** What an order was for. */
export const orderRole = z.enum([
  'base',
  'safety',
  'take_profit',
  'stop_loss',
  'trailing',
  'exit',
  'manual',
  'liquidation',
]);

const symbol = z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX));

/** An order with what was traded by it, in USDT. */
export const executedOrder = z.extend(order, {
  kind: botKind,
  botName: z.string(),
  portfolioId: id,
  quoteQty: decimalText,
  commission: decimalText,
  /** Against the deciding price, positive is worse; null for orders that rested, or were decided at no price. */
  slippageBps: maybeDecimal,
  slippageCost: maybeDecimal,
});

/** Which orders; what is left out does not restrict them. */
const filter = {
  dateFrom: z.optional(dateOrInstant),
  dateTo: z.optional(dateOrInstant),
  symbol: z.optional(symbol),
  botId: z.optional(id),
  portfolioId: z.optional(id),
  kind: z.optional(botKind),
  role: z.optional(orderRole),
  /** Real orders and simulated ones are never counted together. Left out: those of the bot, portfolio or kind, else paper. */
  execution: z.optional(z.enum(['paper', 'live'])),
};

/** A page of executed orders, by when they ended; pages follow by `cursor`, which new orders do not shift, or `offset`. */
export const getExecutedOrders = call({
  name: 'getExecutedOrders',
  method: 'GET',
  path: '/api/get-executed-orders',
  summary:
    'List the orders of which something was filled, or those of one `state`, the latest first; the dates are those of their end.',
  access: 'user',
  query: z.strictObject({
    ...filter,
    side: z.optional(z.enum(['BUY', 'SELL'])),
    state: z.optional(z.enum(['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])),
    offset,
    limit: limitUpTo(1_000, 100),
    cursor: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
  }),
  reply: pageOf(executedOrder),
  status: 200,
  refusals: ['CURSOR_INVALID', 'PERIOD_REVERSED', 'BOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'],
});

/** The orders that slipped most. */
export const getWorstOrders = call({
  name: 'getWorstOrders',
  method: 'GET',
  path: '/api/get-worst-orders',
  summary: 'List the orders that cost most beyond the price they were decided at, the most expensive first.',
  access: 'user',
  query: z.strictObject({ ...filter, limit: limitUpTo(100, 10) }),
  reply: listOf(executedOrder),
  status: 200,
  refusals: ['PERIOD_REVERSED', 'BOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'],
});

/**
 * Counts and sums of orders; amounts in USDT. An order counts as sent on the day it was sent and as filled, canceled,
 * expired or rejected on the day it ended, so a day that is over does not change any more.
 */
const figures = {
  sent: count,
  filled: count,
  canceled: count,
  expired: count,
  rejected: count,
  /** Of those that ended otherwise than filled: how many had a part filled. */
  partFilled: count,
  /** Of those canceled: how many had another one sent in their place at once. */
  replaced: count,
  /** Stop-losses, and take profits or trailing exits, of which something was filled. */
  stopLosses: count,
  takeProfits: count,
  /** A cycle opens when its first order is sent; `roles` tells an ended one under what ended it. */
  cyclesOpened: count,
  cyclesClosed: count,
  /** The deepest step that was filled, whole or in part; 0 without one. The greatest of the parts, not their sum. */
  levelMax: count,
  fills: count,
  buyNotional: decimalText,
  sellNotional: decimalText,
  makerNotional: decimalText,
  commission: decimalText,
  gross: decimalText,
  /** Received is positive; `roles` tells it under `base`. */
  funding: decimalText,
  liquidationFee: decimalText,
  /** Gross + funding − commission − liquidation fee, as fills booked it: of open cycles too, unlike results of ended cycles. */
  net: decimalText,
  /** Market fills of entries with a known deciding price: their value at that price, and what they cost beyond it. */
  entryReference: decimalText,
  entrySlippage: decimalText,
  exitReference: decimalText,
  exitSlippage: decimalText,
  /** How long positions were held, and how much of that without a stop-loss. */
  heldMs: count,
  unprotectedMs: count,
  /** Filled ones of those that ended. */
  fillPercent: maybeDecimal,
  /** Of the notional. */
  makerPercent: maybeDecimal,
  feeBps: maybeDecimal,
  /** Orders sent for each fill. */
  ordersPerFill: maybeDecimal,
  /** Weighted by notional; positive is worse. */
  entryBps: maybeDecimal,
  exitBps: maybeDecimal,
  slippageBps: maybeDecimal,
  /** Slippage of single orders by nearest rank. */
  slippageP50Bps: maybeDecimal,
  slippageP95Bps: maybeDecimal,
  /** How long limit orders rested until they were filled, in whole seconds of market time. */
  restP50S: z.nullable(count),
  restP95S: z.nullable(count),
};
export const orderFigures = z.object(figures);

/** Statistics of a period; the sums over days, bots, symbols and roles are those of `total`, to the last digit. */
export const orderStat = z.object({
  dateFrom: z.iso.date(),
  dateTo: z.iso.date(),
  /** Of market time, up to which everything is counted. */
  asOf: instantText,
  total: orderFigures,
  /** Every day of the period, the oldest first. */
  days: z.array(z.extend(orderFigures, { day: z.iso.date(), isOver: z.boolean(), savedAt: maybeInstant })),
  bots: z.array(z.extend(orderFigures, { botId: id, botName: z.string(), portfolioId: id, kind: botKind })),
  symbols: z.array(z.extend(orderFigures, { symbol: z.string() })),
  roles: z.array(z.extend(orderFigures, { role: orderRole })),
  /** Market orders by slippage: from `bps`, up to the next whole basis point. */
  slippage: z.array(z.object({ bps: z.int(), entries: count, exits: count })),
  /** Orders that bots wanted and did not send, by why. */
  unsent: z.array(z.object({ reason: z.string(), orders: count })),
  /** Cycles that ended, by why. */
  closed: z.array(z.object({ reason: z.string(), cycles: count })),
});

/** The statistics of some days. */
export const getOrderStat = call({
  name: 'getOrderStat',
  method: 'GET',
  path: '/api/get-order-stat',
  summary: `Get the statistics of orders of up to ${STAT_DAYS_MAX} UTC days of market time, together and by day, bot, symbol and role; without dates those of today.`,
  access: 'user',
  query: z.strictObject({
    dateFrom: z.optional(z.iso.date()),
    dateTo: z.optional(z.iso.date()),
    symbol: filter.symbol,
    botId: filter.botId,
    portfolioId: filter.portfolioId,
    kind: filter.kind,
    role: filter.role,
    execution: filter.execution,
  }),
  reply: orderStat,
  status: 200,
  refusals: ['PERIOD_REVERSED', 'PERIOD_TOO_LONG', 'BOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'],
});

/** Computes a day again and stores it; doing it twice changes nothing. The total is that of paper orders. */
export const saveOrderStat = call({
  name: 'saveOrderStat',
  method: 'POST',
  path: '/api/save-order-stat',
  summary: 'Compute the statistics of a UTC day of market time from its orders and fills, and store them.',
  access: 'user',
  body: z.strictObject({ day: z.iso.date() }),
  reply: z.object({ day: z.iso.date(), isOver: z.boolean(), savedAt: instantText, total: orderFigures }),
  status: 200,
  refusals: ['DAY_NOT_BEGUN'],
});
