import * as z from 'zod/mini';
import { direction, ruleReading } from '../bot.ts';
import { call } from '../call.ts';
import { id, instantText, kindParams, maybeInstant, symbolName } from '../fields.ts';

/** What became of an atom at a close: it opened a cycle, or the first reason in the way of one. */
export const entryOutcomes = [
  'ENTERED',
  /** What its rule says. `SIGNAL_HELD`: its condition was already true at the close before, and an edge does not act again. */
  'SIGNAL_FALSE',
  'SIGNAL_UNKNOWN',
  'SIGNAL_HELD',
  /** It acted, but this stood in the way. */
  'BOT_NOT_RUNNING',
  'CYCLE_OPEN',
  'COOLDOWN',
  'ENTRIES_OFF',
  'EXIT_ACTS',
  'BOTH_DIRECTIONS',
  'RANGE_UNKNOWN',
  'MAX_OPEN_CYCLES',
  'PORTFOLIO_LIMIT_EXCEEDED',
  'INSUFFICIENT_MARGIN',
  'LADDER_REFUSED',
  'ASSET_EXCLUDED',
  /** Nothing is recorded that stood in the way: the rule may have been another one then, or its log is no longer kept. */
  'NOT_RECORDED',
] as const;

/** Judged by the present rules over the stored candles, and by the bot's cycles and log of that time. */
export const getEntryAt = call({
  name: 'getEntryAt',
  method: 'GET',
  path: '/api/:kind/get-entry-at',
  summary: 'Tell why an atom of a bot opened a cycle or none at a close of the past, condition by condition.',
  access: 'user',
  params: kindParams,
  query: z.strictObject({
    botId: id,
    symbol: symbolName,
    direction,
    /** The last close of its rule by this instant is told. */
    at: instantText,
  }),
  reply: z.object({
    /** Null: it enters without a rule. */
    rule: z.nullable(ruleReading),
    /** The close after it; null: it has not come yet. */
    nextAt: maybeInstant,
    outcome: z.nullable(z.enum(entryOutcomes)),
    /** The end of the pause that it fell into. */
    pausedUntil: maybeInstant,
    /** The cycle that it opened, or that was open. */
    cycleId: z.nullable(id),
  }),
  status: 200,
  refusals: ['BOT_NOT_FOUND', 'SYMBOL_UNKNOWN', 'DIRECTION_NOT_IN_PARAMS'],
});
