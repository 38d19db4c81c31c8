import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, id, instantText, maybeDecimal, maybeInstant } from '../fields.ts';
import { RULE_DAYS_MAX } from '../limits.ts';
import { candleInterval } from '../market.ts';

/** A saved strategy of rules, and over how many days of every symbol it is judged. */
export const ruleChoice = z.strictObject({
  strategyId: id,
  /** Left out: the newest. */
  strategyVersion: z.optional(z.int().check(z.gte(1))),
  days: z._default(z.int().check(z.gte(1), z.lte(RULE_DAYS_MAX)), RULE_DAYS_MAX),
});

/** Why nothing is told of a symbol's days. */
export const ruleMissing = ['NOT_STORED', 'PAST_SHORT', 'UNDEFINED', 'NOT_TRADABLE'] as const;

const ruleFigures = {
  /** Closes of the days at which an entry rule acted, and the last of them. */
  triggers: z.nullable(count),
  triggeredAt: maybeInstant,
  /** Cycles that ended; the mean and the worst of their results, in percent of what they were worth at their entry. */
  cycles: z.nullable(count),
  winPercent: maybeDecimal,
  meanPercent: maybeDecimal,
  worstPercent: maybeDecimal,
};

const ruleSide = z.object({
  direction: z.enum(['buy', 'sell']),
  /** Whether its entry rule is true at the last close; null: unknown. */
  isTrue: z.nullable(z.boolean()),
  /** Null also where that is longer ago than the days. */
  trueSince: maybeInstant,
  ...ruleFigures,
});

const ruleRow = z.object({
  futuresTicker: z.string(),
  /** The end of the last stored minute. */
  pastAt: maybeInstant,
  /** Whether the past reaches to the last close: else nothing is known of the present. */
  isCurrent: z.boolean(),
  /** Null: everything over the days is told. */
  absent: z.nullable(z.enum(ruleMissing)),
  ...ruleFigures,
  sides: z.array(ruleSide),
});

export const screenRule = call({
  name: 'screenRule',
  method: 'POST',
  path: '/api/screen-rule',
  isRead: true,
  summary: `Judge a saved strategy of rules on all contracts: where its entries are true now, how often they acted in up to ${RULE_DAYS_MAX} days, and what its cycles would have made.`,
  access: 'user',
  body: ruleChoice,
  reply: z.object({
    strategyId: id,
    strategyVersion: count,
    name: z.string(),
    timeframe: candleInterval,
    days: count,
    /** The close up to which it is judged. */
    closedAt: instantText,
    /** Contracts judged so far, and all of them. While some are left `items` is null: ask again. */
    done: count,
    total: count,
    items: z.nullable(z.array(ruleRow)),
  }),
  status: 200,
  refusals: ['STRATEGY_NOT_FOUND', 'RULES_NOT_JUDGED'],
});
