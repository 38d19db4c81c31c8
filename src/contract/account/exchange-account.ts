import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#base/environment.ts';
import { percent, usdt, whole } from '#engine/model/number-fields.ts';
import { direction } from '../bot.ts';
import { call } from '../call.ts';
import { count, decimalText, id, instantText, maybeDecimal, maybeInstant } from '../fields.ts';
import { CAP_BOUNDS, HALT_REASON_LENGTH_MAX } from '../limits.ts';

/** Since when and why nothing is sent that adds risk. */
const halt = z.object({ at: instantText, reason: z.string() });

/** Why the account cannot be traded: one of `LiveRefusal`. */
const refusal = z.object({ code: z.string(), detail: z.string() });

/** Limits of the account, checked before every order that adds risk; null: not set, and then nothing opens. */
export const accountCaps = z.object({
  /** What one bot may hold with its open entries, and all bots together, USDT. */
  botNotional: maybeDecimal,
  accountNotional: maybeDecimal,
  ordersPerMinute: z.nullable(count),
  /** Loss of a UTC day after which nothing more opens, USDT. */
  dailyLoss: maybeDecimal,
  /** How far beyond the market an entry may be priced, percent of the last price. */
  priceBandPercent: maybeDecimal,
});

/** One side of a symbol that a live bot trades: its quantity in the books and at the exchange. */
const livePosition = z.object({
  portfolioId: id,
  botId: id,
  symbol: z.string(),
  direction,
  expected: decimalText,
  /** Null: not read yet. */
  actual: maybeDecimal,
  /** `none`: the bot wants no stop now; `resting`: it rests at the exchange; `missing`: it is wanted and does not rest. */
  stop: z.enum(['none', 'resting', 'missing']),
});

/** The exchange account of a user. It alone has a wallet: live portfolios share it. */
export const exchangeAccount = z.object({
  environment: z.enum(ENVIRONMENTS),
  /** Null while the account cannot be opened; `refusals` contains the reasons. */
  accountId: z.nullable(id),
  refusals: z.array(refusal),
  isSynced: z.boolean(),
  /** Wall time of the last full comparison with the exchange. */
  lastSyncAt: maybeInstant,
  /** Balance in USDT; null: not read yet. */
  wallet: maybeDecimal,
  /** Margin reserved by open cycles of all live portfolios. */
  committed: decimalText,
  caps: accountCaps,
  halt: z.nullable(halt),
  /** The halt of every account of this installation. */
  haltOfAll: z.nullable(halt),
  botHalts: z.array(z.extend(halt, { botId: id })),
  /** Requests without a known outcome, oldest first. */
  unknownOrders: z.array(z.object({ clientId: z.string(), botId: id, symbol: z.string(), sentAt: instantText })),
  positions: z.array(livePosition),
});

/** Null before the user's first live portfolio. */
const reply = z.object({ account: z.nullable(exchangeAccount) });

export const getExchangeAccount = call({
  name: 'getExchangeAccount',
  method: 'GET',
  path: '/api/exchange-account',
  summary: 'Get the exchange account of live bots: wallet, caps, halts, positions and orders of unknown outcome.',
  access: 'user',
  reply,
  status: 200,
  refusals: [],
});

const amount = usdt(CAP_BOUNDS.usdt.min, CAP_BOUNDS.usdt.max);
const confirm = z.optional(z.string());
/** Left out or null: the whole account. */
const botId = z.optional(z.nullable(id));

export const setExchangeCaps = call({
  name: 'setExchangeCaps',
  method: 'POST',
  waitsForExchange: true,
  path: '/api/exchange-account/caps',
  summary: 'Set all caps of the exchange account; raising one needs a confirmation and a recent sign-in.',
  access: 'user',
  body: z.strictObject({
    botNotional: amount,
    accountNotional: amount,
    ordersPerMinute: whole(CAP_BOUNDS.ordersPerMinute.min, CAP_BOUNDS.ordersPerMinute.max),
    dailyLoss: amount,
    priceBandPercent: percent(CAP_BOUNDS.priceBandPercent.min, CAP_BOUNDS.priceBandPercent.max),
    confirm,
  }),
  reply,
  status: 200,
  refusals: ['LIVE_REFUSED', 'STEP_UP_REQUIRED', 'CONFIRMATION_REQUIRED', 'CONFIRMATION_UNKNOWN'],
});

/** Orders that only reduce risk are still sent. */
export const haltExchangeAccount = call({
  name: 'haltExchangeAccount',
  method: 'POST',
  path: '/api/exchange-account/halt',
  summary: 'Halt the exchange account or one live bot: no order that adds risk is sent until it is released.',
  access: 'user',
  body: z.strictObject({
    botId,
    reason: z._default(z.string().check(z.maxLength(HALT_REASON_LENGTH_MAX)), 'Halted by the user.'),
  }),
  reply,
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'LIVE_REFUSED'],
});

export const releaseExchangeAccount = call({
  name: 'releaseExchangeAccount',
  method: 'POST',
  path: '/api/exchange-account/release',
  summary: 'Release the halt of the exchange account or of one live bot; needs a confirmation and a recent sign-in.',
  access: 'user',
  body: z.strictObject({ botId, confirm }),
  reply,
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'LIVE_REFUSED', 'STEP_UP_REQUIRED', 'CONFIRMATION_REQUIRED', 'CONFIRMATION_UNKNOWN'],
});
