import * as z from 'zod/mini';
import { BOTS_OF_USER_MAX } from '#engine/model/bot.ts';
import { call } from '../call.ts';
import { botParams, count, id, kindParams } from '../fields.ts';

const version = z.int().check(z.gte(1));

/**
 * All bots get their version in one transaction, together with the versions that are made for it, or none does and none is
 * made. Where a bot is refused, `errors` names it by its place, as in `changes.2`; a request about a single bot is refused with
 * that bot's own code. Bots of the same strategy that are not named stay on their version.
 */
export const applyVersions = call({
  name: 'applyVersions',
  method: 'POST',
  path: '/api/:kind/apply-versions',
  summary:
    'Put several bots on other versions of their strategies, all of them or none, and make the versions that are new; `preview` only tells what it would do.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    /** Versions to be made, each for the bots that are on `from_version` of its strategy. */
    newVersions: z._default(
      z
        .array(z.strictObject({ strategyId: id, fromVersion: version, params: botParams }))
        .check(z.maxLength(BOTS_OF_USER_MAX)),
      [],
    ),
    changes: z
      .array(
        z.strictObject({
          strategyExecutorId: id,
          /** The version that the bot had when the change was decided; a bot that has another one by now is refused. */
          fromVersion: version,
          /** Null: the new version of its strategy that is made for `from_version`. */
          toVersion: z.nullable(version),
        }),
      )
      .check(z.minLength(1), z.maxLength(BOTS_OF_USER_MAX)),
    /** What becomes of open cycles: they take the version at once, or keep theirs until they end. */
    when: z.enum(['now', 'next_cycle']),
    preview: z._default(z.boolean(), false),
  }),
  reply: z.object({
    isApplied: z.boolean(),
    items: z.array(
      z.object({
        botId: id,
        fromVersion: count,
        /** Of a version that a preview would make: its number if nobody saves one before. */
        toVersion: count,
        /** Orders that are cancelled, placed, and rest as they did; null in the answer to a repeat if the first one was lost. */
        orders: z.nullable(z.object({ cancels: count, places: count, unchanged: count })),
      }),
    ),
  }),
  status: 200,
  refusals: [
    'LIVE_ONE_BY_ONE',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'STRATEGY_NOT_FOUND',
    'STRATEGY_VERSIONS_FULL',
    'BOTS_REFUSED',
    'BOT_CHANGED',
    'BOT_DELETED',
    'DIRECTION_NOT_IN_PARAMS',
    'CONDITION_TRIGGERS_NOW',
    'TRANSITION_IN_PROGRESS',
    'GRID_CHANGED',
    'LADDER_REFUSED',
    'RULE_UNSTEADY',
    'SETTLING_ABOVE_MAX',
  ],
});
