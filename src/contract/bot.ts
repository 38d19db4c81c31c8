import * as z from 'zod/mini';
import { entryWaits } from '#engine/model/atom.ts';
import { percent } from '#engine/model/number-fields.ts';
import { protections } from '#engine/risk/orders/protection.ts';
import { call } from './call.ts';
import {
  botKind,
  botParams,
  commentText,
  count,
  dateOrInstant,
  decimalText,
  givenName,
  id,
  instantText,
  kindParams,
  limitUpTo,
  listOf,
  maybeDecimal,
  maybeInstant,
  offset,
  symbolName,
} from './fields.ts';
import { EXIT_PERCENT, QUERY_TEXT_LENGTH_MAX } from './limits.ts';

/** States of the life cycle, domain document section 2. Of DELETED bots only the history can be read. */
export const botState = z.enum([
  'CREATED',
  'RUNNING',
  'FINISHING',
  'STOPPING',
  'STOPPED',
  'FINISHED',
  'ERROR',
  'DELETED',
]);
export const atomState = z.enum(['IDLE', 'ENTERING', 'OPEN', 'CLOSING', 'COOLDOWN', 'SUSPENDED', 'BLOCKED']);
export const direction = z.enum(['buy', 'sell']);

/** One (bot, symbol, direction) with its present position. Prices have the decimals of the tick. */
export const atom = z.object({
  atomId: id,
  botId: id,
  symbol: z.string(),
  direction,
  positionSide: z.enum(['LONG', 'SHORT']),
  state: atomState,
  /** Code of the reason why an idle atom opens no cycle; null if it may. */
  blockedBy: z.nullable(z.string()),
  /** For cycles that open by rule: code of the reason why the last signal opened none; null if it did. */
  skippedBy: z.nullable(z.string()),
  cooldownUntil: maybeInstant,
  paramsVersion: count,
  currentCycleId: z.nullable(id),
  cycleSeq: count,
  enterPositionDate: maybeInstant,
  quantity: decimalText,
  averagePrice: maybeDecimal,
  mark: maybeDecimal,
  /** Filled safety orders, and their total number. */
  levelsFilled: count,
  levelsTotal: count,
  /** Prices of base and safety orders, base first; empty while flat. */
  levelPrices: z.array(decimalText),
  nextLevelPrice: maybeDecimal,
  takeProfitPrice: maybeDecimal,
  stopLossPrice: maybeDecimal,
  /**
   * `by_design` and `missing` are unprotected: a position is held and no stop-loss order rests, because the bot sets none, or
   * although it wants one.
   */
  protection: z.enum(protections),
  liquidationPrice: maybeDecimal,
  unrealized: decimalText,
  initialMargin: decimalText,
});

/** A bot with its current or last run, its positions and results. Amounts in USDT, percentages as decimal strings. */
export const bot = z.object({
  botId: id,
  name: z.string(),
  kind: botKind,
  execution: z.enum(['paper', 'live']),
  portfolioId: id,
  portfolioName: z.string(),
  /** Of the current or the last run. */
  strategyExecutorId: id,
  runNo: count,
  strategyId: z.nullable(id),
  strategyName: z.nullable(z.string()),
  strategyVersion: z.nullable(count),
  /** A version that applies from the next cycle on; null if none is waiting. */
  pendingVersion: z.nullable(count),
  comment: z.string(),
  symbols: z.array(z.string()),
  params: botParams,
  isEnterBuyEnabled: z.boolean(),
  isEnterSellEnabled: z.boolean(),
  stopLossPercent: maybeDecimal,
  takeProfitPercent: maybeDecimal,
  state: botState,
  stateReason: z.nullable(z.string()),
  createdAt: instantText,
  startedAt: maybeInstant,
  finishedAt: maybeInstant,
  deletedAt: maybeInstant,
  atoms: z.array(atom),
  unrealized: decimalText,
  /** Net results of the cycles that ended since the UTC midnight, of today and the six days before, and of all. */
  resultToday: decimalText,
  result7d: decimalText,
  resultTotal: decimalText,
  cyclesClosed: count,
  committedMargin: decimalText,
  /** Cumulative closed result at the end of each of the last 30 days, oldest first. */
  spark: z.array(decimalText),
});

const executor = z.strictObject({ strategyExecutorId: id });

/** A take profit or stop-loss. */
export const exitPercent = percent(EXIT_PERCENT.min, EXIT_PERCENT.max);

/** Missing: as in the parameters. Null: off. Given: overrides them. */
const maybePercent = z.optional(z.nullable(exitPercent));

/** Parameters come either in the body or from a stored strategy; a ladder that cannot run is refused. */
export const createBot = call({
  name: 'createBot',
  method: 'POST',
  path: '/api/:kind/create',
  summary: 'Create a bot and start its first run; with `autostart` false the bot waits in CREATED.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    name: givenName,
    portfolioId: id,
    symbols: z.array(symbolName).check(z.minLength(1), z.maxLength(50)),
    params: z.optional(botParams),
    strategyId: z.optional(id),
    strategyVersion: z.optional(z.int().check(z.gte(1))),
    isEnterBuyEnabled: z.optional(z.boolean()),
    isEnterSellEnabled: z.optional(z.boolean()),
    stopLossPercent: maybePercent,
    takeProfitPercent: maybePercent,
    comment: z._default(commentText, ''),
    autostart: z._default(z.boolean(), true),
    execution: z.optional(z.enum(['paper', 'live'])),
    confirm: z.optional(z.string()),
  }),
  reply: bot,
  status: 200,
  refusals: [
    'STEP_UP_REQUIRED',
    'CONFIRMATION_REQUIRED',
    'CONFIRMATION_UNKNOWN',
    'LIVE_REFUSED',
    'CAPS_NOT_SET',
    'PORTFOLIO_NOT_FOUND',
    'STRATEGY_NOT_FOUND',
    'NAME_TAKEN',
    'KIND_MISMATCH',
    'KIND_NOT_AVAILABLE',
    'SYMBOL_UNKNOWN',
    'DIRECTION_NOT_IN_PARAMS',
    'SETTLING_ABOVE_MAX',
    'EXECUTION_MISMATCH',
    'LADDER_REFUSED',
    'MARKET_NOT_AVAILABLE',
    'BOTS_FULL',
    'ATOMS_FULL',
  ],
});

/** Lets open cycles end by their own rules. For a bot that is already finishing the answer is `changed: false`. */
export const finishBot = call({
  name: 'finishBot',
  method: 'POST',
  path: '/api/:kind/finish',
  summary: 'Finish a bot: open no new cycles and manage the open ones until it is flat.',
  access: 'user',
  params: kindParams,
  body: executor,
  reply: z.extend(bot, { changed: z.boolean() }),
  status: 202,
  refusals: [
    'LIVE_REFUSED',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'BOT_NOT_RUNNING',
    'TRANSITION_IN_PROGRESS',
    'BOT_IN_ERROR',
    'GRID_CHANGED',
    'BOT_DELETED',
  ],
});

/** Ends the run at once. `position` says what happens to an open position; a warning reports what remains. */
export const stopBot = call({
  name: 'stopBot',
  method: 'POST',
  path: '/api/:kind/stop',
  summary: 'Stop a bot at once; `position` says whether to protect its position, close it at market or hand it over.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    strategyExecutorId: id,
    position: z._default(z.enum(['protect', 'close', 'detach']), 'protect'),
    confirm: z.optional(z.string()),
  }),
  reply: z.extend(bot, {
    changed: z.boolean(),
    openPosition: z.boolean(),
    warnings: z.array(z.enum(['POSITION_LEFT_OPEN'])),
  }),
  status: 202,
  refusals: [
    'CONFIRMATION_UNKNOWN',
    'LIVE_REFUSED',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'BOT_NOT_RUNNING',
    'GRID_CHANGED',
    'BOT_DELETED',
  ],
});

/** Undoes a finish, or starts a run, which supersedes the id of the previous one. */
export const restartBot = call({
  name: 'restartBot',
  method: 'POST',
  path: '/api/:kind/restart',
  summary: 'Start a waiting bot, cancel a finish, or begin a new run that adopts a suspended cycle.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({ strategyExecutorId: id, confirm: z.optional(z.string()) }),
  reply: z.extend(bot, { changed: z.boolean() }),
  status: 202,
  refusals: [
    'STEP_UP_REQUIRED',
    'CONFIRMATION_REQUIRED',
    'CONFIRMATION_UNKNOWN',
    'LIVE_REFUSED',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'BOT_ALREADY_RUNNING',
    'TRANSITION_IN_PROGRESS',
    'RECONCILE_FAILED',
    'GRID_CHANGED',
    'BOT_DELETED',
  ],
});

/** Frees the bot's name. Cycles, orders and logs stay readable under its id. */
export const deleteBot = call({
  name: 'deleteBot',
  method: 'POST',
  path: '/api/:kind/delete/:id',
  summary: 'Delete a bot that is stopped and flat; its history stays readable.',
  access: 'user',
  params: z.strictObject({ kind: botKind, id }),
  reply: z.object({ botId: id, state: botState, changed: z.boolean() }),
  status: 200,
  refusals: ['LIVE_REFUSED', 'BOT_NOT_FOUND', 'BOT_NOT_STOPPED', 'BOT_HAS_OPEN_POSITION', 'BOT_DELETED'],
});

/** The two switches for new cycles; both are always sent, so that a repeat has the same effect. */
export const setIsEnterEnabled = call({
  name: 'setIsEnterEnabled',
  method: 'POST',
  path: '/api/:kind/set-is-enter-enabled',
  summary: 'Enable or disable new cycles for each direction; open cycles continue.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({ strategyExecutorId: id, isEnterSellEnabled: z.boolean(), isEnterBuyEnabled: z.boolean() }),
  reply: z.extend(bot, { changed: z.boolean() }),
  status: 200,
  refusals: [
    'LIVE_REFUSED',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'DIRECTION_NOT_IN_PARAMS',
    'BOT_NOT_RUNNING',
    'TRANSITION_IN_PROGRESS',
    'BOT_IN_ERROR',
    'BOT_DELETED',
  ],
});

/** The exits that a bot gets, and the run that is meant. */
export const conditions = { strategyExecutorId: id, stopLossPercent: maybePercent, takeProfitPercent: maybePercent };

/** The user's own stop-loss and take profit, as positive percentages. A missing field returns to the ladder's value. */
export const setCondition = call({
  name: 'setCondition',
  method: 'POST',
  path: '/api/:kind/set-condition',
  summary: 'Set the stop-loss and take profit of open and later cycles; null switches either off.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({ ...conditions, confirm: z.optional(z.union([z.boolean(), z.string()])) }),
  reply: z.extend(bot, { changed: z.boolean() }),
  status: 200,
  refusals: [
    'CONFIRMATION_UNKNOWN',
    'LIVE_REFUSED',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'CONDITION_TRIGGERS_NOW',
    'LADDER_REFUSED',
    'MARKET_NOT_AVAILABLE',
    'TRANSITION_IN_PROGRESS',
    'BOT_IN_ERROR',
    'GRID_CHANGED',
    'BOT_DELETED',
  ],
});

/** Bots of one kind with live figures, oldest first, without deleted ones. */
export const getBots = call({
  name: 'getBots',
  method: 'GET',
  path: '/api/:kind/get-bots',
  summary: 'List the bots of a portfolio, or all bots of one kind, without deleted ones.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ portfolioId: z.optional(id) }),
  reply: listOf(bot),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND'],
});

/** Finds a bot that is not deleted by its name. */
export const getBotByNameAndPortfolio = call({
  name: 'getBotByNameAndPortfolio',
  method: 'GET',
  path: '/api/get-bot-by-name-and-portfolio',
  summary: 'Get a bot by its name in a portfolio.',
  access: 'user',
  query: z.strictObject({ name: z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX)), portfolioId: id }),
  reply: bot,
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'],
});

/** Position and next prices of each symbol and direction of a bot. */
export const getAtoms = call({
  name: 'getAtoms',
  method: 'GET',
  path: '/api/:kind/get-atoms',
  summary: 'List the atoms of a bot, one for each symbol and direction.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ botId: id }),
  reply: listOf(atom),
  status: 200,
  refusals: ['BOT_NOT_FOUND'],
});

/** What the entry rule of an atom says at a close, derived from the stored candles. */
export const ruleReading = z.object({
  /** When the bar opened, by which pages name it. */
  openedAt: instantText,
  closedAt: instantText,
  /** An edge acts only at the close that makes its condition true. */
  isActing: z.boolean(),
  /** Every condition of the rule, each before its parts. */
  nodes: z.array(
    z.object({
      /** Fields and places that lead to it, such as `all.0.any.1`; empty for the whole rule. */
      path: z.string(),
      truth: z.enum(['true', 'false', 'unknown']),
      /** What a comparison compares, by field; null while it is unknown. */
      values: z.array(z.object({ name: z.string(), value: maybeDecimal })),
      /** Whether these are prices, whose distance is a share and not a number in its own unit. */
      isOfPrices: z.boolean(),
    }),
  ),
  /** The last close at which it acted; null: at none since `knownSince`. */
  lastTriggerAt: maybeInstant,
  /** From where on its past was looked at; null while it has never known its values. */
  knownSince: maybeInstant,
});

/** What every atom of a bot waits for before it opens its next cycle, as the engine judges it at this moment. */
export const getWaits = call({
  name: 'getWaits',
  method: 'GET',
  path: '/api/:kind/get-waits',
  summary: 'Tell why each atom of a bot opens no cycle now, and what its entry rule says, condition by condition.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ botId: id }),
  reply: z.object({
    /** Why nothing is decided for any bot; null while the engine decides. */
    heldUpBy: z.nullable(
      z.enum([
        'DISK_FULL',
        'DATABASE_UNAVAILABLE',
        'ENGINE_STOPPED',
        'CATCHING_UP',
        'EXCHANGE_SILENT',
        'MARKET_BEHIND',
      ]),
    ),
    items: z.array(
      z.object({
        atomId: id,
        symbol: z.string(),
        direction,
        code: z.enum(entryWaits),
        /** Amounts in USDT, prices and ISO instants of the sentence. */
        figures: z.array(z.object({ name: z.string(), value: z.string() })),
        rule: z.nullable(ruleReading),
      }),
    ),
  }),
  status: 200,
  refusals: ['BOT_NOT_FOUND'],
});

/** How near the entry rules of the bots are to acting, at the last close of each. Atoms without such a rule are left out. */
export const getSignals = call({
  name: 'getSignals',
  method: 'GET',
  path: '/api/:kind/get-signals',
  summary: 'List what the entry rules of the bots say now, one row for each symbol and direction that has one.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({ portfolioId: z.optional(id) }),
  reply: listOf(
    z.object({
      botId: id,
      atomId: id,
      /** When the bar opened, by which pages name it. */
      openedAt: instantText,
      closedAt: instantText,
      truth: z.enum(['true', 'false', 'unknown']),
      /** An edge acts only at the close that makes its condition true. */
      isActing: z.boolean(),
      /** The distance of the compared values as a share of the second one; null when unknown. It orders the rows. */
      distancePercent: maybeDecimal,
      /** The same in the unit of the values; null where these are prices, of which the share is shown. */
      distanceValue: maybeDecimal,
      lastTriggerAt: maybeInstant,
      knownSince: maybeInstant,
    }),
  ),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND'],
});

/** Market time of the first entry of each atom's open position. */
export const getEnterPositionDate = call({
  name: 'getEnterPositionDate',
  method: 'GET',
  path: '/api/:kind/get-enter-position-date',
  summary: 'Get the time at which each atom of a run entered its open position; null while it is flat.',
  access: 'user',
  params: kindParams,
  query: executor,
  reply: listOf(z.object({ symbol: z.string(), direction, enterPositionDate: maybeInstant })),
  status: 200,
  refusals: ['EXECUTOR_NOT_FOUND'],
});

/**
 * The realised curve of one run, oldest first: its start, then one point per ended cycle. `from` is included, `to` is
 * not. A page begins after `offset` points; its sums begin with the period, not with the page.
 */
export const getBotCumResult = call({
  name: 'getBotCumResult',
  method: 'GET',
  path: '/api/:kind/get-bot-cum-result',
  summary: 'List the running sum of the net results of the cycles that ended in a run, one page at a time.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({
    strategyExecutorId: id,
    dateFrom: z.optional(dateOrInstant),
    dateTo: z.optional(dateOrInstant),
    offset,
    limit: limitUpTo(5_000, 1_500),
  }),
  reply: z.object({
    strategyExecutorId: id,
    dateFrom: instantText,
    dateTo: instantText,
    points: z.array(z.object({ ts: instantText, result: decimalText, cumulative: decimalText, equity: decimalText })),
    offset: count,
    limit: count,
    /** Offset of the next page; null on the last one. */
    nextOffset: z.nullable(count),
  }),
  status: 200,
  refusals: ['EXECUTOR_NOT_FOUND', 'PERIOD_REVERSED'],
});
