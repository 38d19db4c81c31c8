import * as z from 'zod/mini';
import { bot } from './bot.ts';
import { orderEffect } from './bots/order-effect.ts';
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
  maybeInstant,
  symbolName,
} from './fields.ts';
import { TRIAL_BARS_MAX, TRIAL_DAYS_MAX } from './limits.ts';
import { candleInterval } from './market.ts';

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
    symbol: symbolName,
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
    'MARKET_NOT_AVAILABLE',
    'RULE_UNSTEADY',
    'SETTLING_ABOVE_MAX',
  ],
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
    effect: orderEffect,
    bot,
  }),
  status: 200,
  refusals: [
    'STEP_UP_REQUIRED',
    'CONFIRMATION_REQUIRED',
    'CONFIRMATION_UNKNOWN',
    'LIVE_REFUSED',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'STRATEGY_NOT_FOUND',
    'DIRECTION_NOT_IN_PARAMS',
    'CONDITION_TRIGGERS_NOW',
    'LADDER_REFUSED',
    'MARKET_NOT_AVAILABLE',
    'TRANSITION_IN_PROGRESS',
    'GRID_CHANGED',
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

/** Digits of a statistic; null where it is unknown or has no value. */
const maybeNumber = z.nullable(z.string());
const direction = z.enum(['buy', 'sell']);

/** Bars as columns, oldest first; null where there was no market. */
const trialBars = z.object({
  timeframe: candleInterval,
  /** When the first of them opened. */
  start: instantText,
  open: z.array(maybeDecimal),
  high: z.array(maybeDecimal),
  low: z.array(maybeDecimal),
  close: z.array(maybeDecimal),
  volume: z.array(maybeDecimal),
});

/** A value that rules compare, at each of the bars; a timeframe that it does not name is `timeframe`. */
const trialSeries = z.object({
  operand: z.record(z.string(), z.unknown()),
  timeframe: candleInterval,
  values: z.array(maybeNumber),
});

/** A condition at each of the bars: a letter each, `t` true, `f` false, `u` unknown. */
const trialNode = z.object({
  path: z.string(),
  truths: z.string(),
  /** The series that its fields compare; constants are left out. */
  values: z.array(z.object({ name: z.string(), series: count })),
});

const trialRule = z.object({
  field: z.string(),
  purpose: z.enum(['enter', 'exit', 'step']),
  direction: z.nullable(direction),
  /** The first close of the trial at which it knew its values; null: at none. */
  knownSince: maybeInstant,
  nodes: z.array(trialNode),
});

const trialCycle = z.object({
  endAt: maybeInstant,
  closeReason: z.nullable(z.string()),
  entryPrice: decimalText,
  exitPrice: maybeDecimal,
  /** Net, USDT; of an open cycle with its open result. */
  result: decimalText,
  /** Of the value of its entries. */
  resultPercent: maybeNumber,
  adversePercent: maybeNumber,
  heldMs: count,
  levelsFilled: count,
});

const trialTrigger = z.object({
  closedAt: instantText,
  direction,
  price: decimalText,
  /** Why it opened no cycle; null where it did. */
  skippedBy: z.nullable(z.string()),
  pausedUntil: maybeInstant,
  cycle: z.nullable(trialCycle),
});

/** Percents of single cycles are of the value of their entries. */
const trialFigures = z.object({
  triggers: count,
  triggersOfMonth: count,
  entered: count,
  skipped: z.array(z.object({ code: z.string(), count })),
  cycles: count,
  result: decimalText,
  commission: decimalText,
  funding: decimalText,
  meanPercent: maybeNumber,
  worstPercent: maybeNumber,
  winPercent: maybeNumber,
  payoff: maybeNumber,
  drawdownPercent: maybeNumber,
  holdingPercent: maybeNumber,
});

/** Changes nothing. The figures are those of a bot alone on a new paper wallet. */
export const tryStrategy = call({
  name: 'tryStrategy',
  method: 'POST',
  path: '/api/:kind/try-strategy',
  isRead: true,
  summary: `Try a strategy, a saved version or a draft, on up to ${TRIAL_DAYS_MAX} stored days of a symbol: every trigger with what became of it, and what each condition said bar by bar.`,
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    symbol: symbolName,
    params: z.optional(botParams),
    strategyId: z.optional(id),
    strategyVersion: z.optional(z.int().check(z.gte(1))),
    days: z._default(z.int().check(z.gte(1), z.lte(TRIAL_DAYS_MAX)), TRIAL_DAYS_MAX),
    /** How many bars are told one by one, and when the last of them has closed at the latest; null: the newest. */
    bars: z._default(z.int().check(z.gte(10), z.lte(TRIAL_BARS_MAX)), 300),
    until: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  }),
  reply: z.object({
    symbol: z.string(),
    dateFrom: instantText,
    dateTo: instantText,
    wallet: decimalText,
    flags: z.array(
      z.enum([
        'SHORT_PAST',
        'WARMING_UP',
        'FEW_CYCLES',
        'LIQUIDATED',
        'OPEN_AT_END',
        'GAPS',
        'STEP_SKIPPED',
        'FUNDING_ASSUMED',
      ]),
    ),
    bars: trialBars,
    series: z.array(trialSeries),
    rules: z.array(trialRule),
    /** Newest first; the oldest of very many are left out. */
    triggers: z.array(trialTrigger),
    figures: trialFigures,
    /** What trying the rules on made-up bars found: a save refuses what is unsteady, and tells the warnings. */
    unsteady: z.array(z.object({ path: z.string(), detail: z.string() })),
    warnings: z.array(saveWarning),
    /** The longest past that the rules read of each timeframe. */
    reads: z.array(z.object({ timeframe: candleInterval, bars: count })),
  }),
  status: 200,
  refusals: [
    'SYMBOL_UNKNOWN',
    'STRATEGY_NOT_FOUND',
    'KIND_NOT_AVAILABLE',
    'LADDER_REFUSED',
    'SETTLING_ABOVE_MAX',
    'CANDLES_MISSING',
  ],
});
