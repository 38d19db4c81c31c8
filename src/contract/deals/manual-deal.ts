import * as z from 'zod/mini';
import { isDecimal } from '#base/decimal.ts';
import { percent, usdt } from '#engine/model/number-fields.ts';
import { DEAL_KINDS } from '#engine/model/order.ts';
import { direction } from '../bot.ts';
import { call } from '../call.ts';
import {
  commentText,
  decimalText,
  id,
  instantText,
  limitUpTo,
  maybeDecimal,
  maybeInstant,
  offset,
  pageOf,
  symbolName,
} from '../fields.ts';
import { QUERY_TEXT_LENGTH_MAX } from '../limits.ts';

/** A price or a quantity above zero. How fine it may be depends on the symbol, so the engine judges that. */
const positiveText = z.string().check(
  z.maxLength(40),
  z.refine((text) => isDecimal(text) && !text.startsWith('-') && /[1-9]/.test(text), {
    error: 'must be a decimal number above zero in a string, such as "0.5"',
  }),
);

/**
 * A deal that a user made by hand in a bot. Of `qty`, `notional` (USDT) and `percent` the one that was asked for is set.
 * Prices have the decimals of the tick.
 */
export const manualDeal = z.object({
  manualDealId: id,
  botId: id,
  atomId: id,
  cycleId: id,
  orderId: id,
  symbol: z.string(),
  direction,
  kind: z.enum(DEAL_KINDS),
  qty: maybeDecimal,
  notional: maybeDecimal,
  percent: maybeDecimal,
  orderType: z.enum(['market', 'limit']),
  price: maybeDecimal,
  comment: z.string(),
  createdAt: instantText,
  /** State of its order. */
  state: z.enum(['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED']),
  /** Quantity of its order; null: all that is open at the moment it fills. */
  orderQty: maybeDecimal,
  filledQty: decimalText,
  avgPrice: maybeDecimal,
  doneAt: maybeInstant,
  /** Whether it can be taken back: it rests, and nothing of it has filled. */
  canUndo: z.boolean(),
});

/** What an atom holds and where it ends. */
const dealPosition = z.object({
  quantity: decimalText,
  averagePrice: maybeDecimal,
  takeProfitPrice: maybeDecimal,
  stopLossPrice: maybeDecimal,
  liquidationPrice: maybeDecimal,
  initialMargin: decimalText,
  /** Margin that its cycle commits of wallet and limit. */
  committedMargin: decimalText,
});

/** A deal as it would fill, with its atom before it and after; computed by the engine on a copy of the account. */
export const dealEffect = z.object({
  /** Null for a position that is adopted: nothing is traded. */
  fill: z.nullable(z.object({ price: decimalText, qty: decimalText, notional: decimalText, commission: decimalText })),
  before: dealPosition,
  after: dealPosition,
});

const wantedDeal = {
  symbol: symbolName,
  direction,
  kind: z.enum(DEAL_KINDS),
  qty: z.optional(positiveText),
  notional: z.optional(usdt('0.01', '45000000')),
  percent: z.optional(percent('0.01', '1000')),
  orderType: z._default(z.enum(['market', 'limit']), 'market'),
  price: z.optional(positiveText),
} as const;

const dealProblems = [
  'LIVE_ONE_BY_ONE',
  'BOT_NOT_FOUND',
  'BOT_DELETED',
  'BOT_NOT_RUNNING',
  'BOT_FINISHING',
  'BOT_IN_ERROR',
  'GRID_CHANGED',
  'TRANSITION_IN_PROGRESS',
  'SYMBOL_UNKNOWN',
  'DIRECTION_NOT_IN_PARAMS',
  'MARKET_NOT_AVAILABLE',
  'CYCLE_PRESENT',
  'POSITION_MISSING',
  'POSITION_CLOSING',
  'MANUAL_DEAL_REFUSED',
] as const;

const botPath = z.strictObject({ id });

/** The deals that a user made by hand in a bot, or in one of its cycles, newest first, taken back ones too. */
export const getManualDeals = call({
  name: 'getManualDeals',
  method: 'GET',
  path: '/api/bots/:id/manual-deals',
  summary:
    'List the deals made by hand in a bot or in one of its cycles, newest first, each with the state of its order.',
  access: 'user',
  params: botPath,
  query: z.strictObject({
    /** Only those of this cycle. */
    cycleId: z.optional(id),
    offset,
    limit: limitUpTo(1_000, 100),
    cursor: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
  }),
  reply: pageOf(manualDeal),
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'CURSOR_INVALID'],
});

/**
 * Opens a cycle in place of the base order, adds to the position, reduces it or closes it at market, or adopts a position
 * that its user made elsewhere, at the `price` that it cost. One of `qty`, `notional` and `percent` gives the size, a
 * `close` takes none; `percent` is of the position, and of the base order where there is none.
 */
export const orderManualDeal = call({
  name: 'orderManualDeal',
  method: 'POST',
  path: '/api/bots/:id/manual-deals',
  summary: 'Order a deal by hand in a bot.',
  access: 'user',
  params: botPath,
  body: z.strictObject({
    ...wantedDeal,
    comment: z._default(commentText, ''),
    confirm: z.optional(z.string()),
  }),
  reply: manualDeal,
  status: 200,
  refusals: ['CONFIRMATION_UNKNOWN', ...dealProblems],
});

/** What would come of a deal; nothing is placed. */
export const previewManualDeal = call({
  name: 'previewManualDeal',
  method: 'POST',
  isRead: true,
  path: '/api/bots/:id/preview-manual-deal',
  summary: 'Tell what would come of a deal by hand: how it would fill, and its position before and after.',
  access: 'user',
  params: botPath,
  body: z.strictObject(wantedDeal),
  reply: dealEffect,
  status: 200,
  refusals: dealProblems,
});

/** Takes a deal back. One that was taken back already answers `changed: false`. */
export const undoManualDeal = call({
  name: 'undoManualDeal',
  method: 'DELETE',
  path: '/api/manual-deals/:id',
  summary: 'Take back a deal made by hand, while nothing of it has filled; its order is cancelled.',
  access: 'user',
  params: botPath,
  reply: z.object({ manualDealId: id, changed: z.boolean() }),
  status: 200,
  refusals: ['LIVE_ONE_BY_ONE', 'MANUAL_DEAL_NOT_FOUND', 'MANUAL_DEAL_DONE', 'BOT_DELETED'],
});
