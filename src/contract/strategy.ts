import * as z from 'zod/mini';
import { bot } from './bot.ts';
import { call } from './call.ts';
import {
  botKind,
  botParams,
  commentText,
  count,
  decimalText,
  givenName,
  id,
  instantText,
  kindParams,
  listOf,
  maybeDecimal,
} from './fields.ts';

/** A named parameter set. A version never changes; saving creates the next one. */
export const strategy = z.object({
  strategyId: id,
  name: z.string(),
  kind: botKind,
  version: count,
  comment: z.string(),
  /** The symbol used for the preview of its ladder. */
  symbol: z.string(),
  params: botParams,
  versions: z.array(z.object({ version: count, createdAt: instantText })),
  /** Bots that are not deleted and run any version of it. */
  bots: z.array(z.object({ botId: id, name: z.string(), version: count })),
  createdAt: instantText,
  updatedAt: instantText,
});

/** Strategies of one kind by name, each with its newest version. */
export const getStrategies = call({
  name: 'getStrategies',
  method: 'GET',
  path: '/api/:kind/get-strategies',
  summary: 'List the strategies of one kind by name, each with its newest version.',
  access: 'user',
  params: kindParams,
  reply: listOf(strategy),
  status: 200,
  refusals: [],
});

/** One version of a strategy; by default the newest. */
export const getStrategy = call({
  name: 'getStrategy',
  method: 'GET',
  path: '/api/:kind/get-strategy',
  summary: 'Get a strategy in its newest version, or in the one that `version` names.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({
    id,
    version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,6}$/, { error: 'must be a version number' }))),
  }),
  reply: strategy,
  status: 200,
  refusals: ['STRATEGY_NOT_FOUND'],
});

/** What a save tells about a version that it has stored. */
const saveWarning = z.object({ code: z.enum(['SERIES_NOT_STORED']), path: z.string(), detail: z.string() });

/** Versions count from 1 and never change. The ladder is checked on the strategy's symbol before it is stored. */
export const saveStrategy = call({
  name: 'saveStrategy',
  method: 'POST',
  path: '/api/:kind/save-strategy',
  summary:
    "Save a new strategy or the next version of one; `base_version` prevents overwriting somebody else's change.",
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    strategyId: z.optional(id),
    baseVersion: z.optional(z.int().check(z.gte(1))),
    name: givenName,
    comment: z._default(commentText, ''),
    symbol: z.string().check(z.regex(/^[A-Z0-9]{2,24}$/, { error: 'must be a symbol such as BTCUSDT' })),
    params: botParams,
  }),
  reply: z.extend(strategy, { warnings: z.array(saveWarning) }),
  status: 200,
  refusals: [
    'STRATEGY_NOT_FOUND',
    'NAME_TAKEN',
    'STRATEGIES_FULL',
    'STRATEGY_VERSIONS_FULL',
    'VERSION_CONFLICT',
    'SYMBOL_UNKNOWN',
    'KIND_NOT_AVAILABLE',
    'LADDER_REFUSED',
    'RULE_UNSTEADY',
  ],
});

const orderPreview = z.object({
  symbol: z.string(),
  role: z.string(),
  level: count,
  side: z.enum(['BUY', 'SELL']),
  price: maybeDecimal,
  qty: maybeDecimal,
});

/**
 * With `preview` nothing changes and the answer describes the effect. With `when: now` only the orders that differ are
 * replaced; equal ones keep their place in the queue.
 */
export const applyStrategy = call({
  name: 'applyStrategy',
  method: 'POST',
  path: '/api/:kind/apply-strategy',
  summary:
    'Apply a version to a bot now or with its next cycle; `preview` only lists the orders to be cancelled and placed.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    strategyExecutorId: id,
    strategyVersion: z.int().check(z.gte(1)),
    when: z.enum(['now', 'next_cycle']),
    preview: z._default(z.boolean(), false),
    confirm: z.optional(z.string()),
  }),
  reply: z.object({
    isApplied: z.boolean(),
    effect: z.object({
      cancels: z.array(orderPreview),
      places: z.array(orderPreview),
      /** Orders that stay as they rest. */
      unchanged: count,
      /** Where each open position is liquidated, before and after; null: nowhere. */
      liquidations: z.array(
        z.object({ symbol: z.string(), direction: z.enum(['buy', 'sell']), before: maybeDecimal, after: maybeDecimal }),
      ),
      committedMargin: decimalText,
    }),
    bot,
  }),
  status: 200,
  refusals: [
    'CONFIRMATION_UNKNOWN',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'STRATEGY_NOT_FOUND',
    'DIRECTION_NOT_IN_PARAMS',
    'CONDITION_TRIGGERS_NOW',
    'LADDER_REFUSED',
    'TRANSITION_IN_PROGRESS',
    'BOT_DELETED',
  ],
});

/** Refused with STRATEGY_IN_USE while a bot that is not deleted runs any version of it. */
export const deleteStrategy = call({
  name: 'deleteStrategy',
  method: 'POST',
  path: '/api/:kind/delete-strategy/:id',
  summary: 'Delete a strategy that no bot uses; deleted bots do not count.',
  access: 'user',
  params: z.strictObject({ kind: botKind, id }),
  reply: z.object({ strategyId: id, isDeleted: z.boolean() }),
  status: 200,
  refusals: ['STRATEGY_NOT_FOUND', 'STRATEGY_IN_USE'],
});
