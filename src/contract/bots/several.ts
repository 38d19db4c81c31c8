import * as z from 'zod/mini';
import { BOTS_OF_USER_MAX } from '#engine/model/bot.ts';
import { exitPercent } from '../bot.ts';
import { call } from '../call.ts';
import { id, kindParams, maybeDecimal } from '../fields.ts';

/** What each change of several bots did. */
const changedBots = z.object({
  /** False when there was nothing to change. */
  changed: z.boolean(),
  items: z.array(z.object({ botId: id, changed: z.boolean() })),
});

const several = <T extends z.ZodMiniType>(change: T) =>
  z.array(change).check(z.minLength(1), z.maxLength(BOTS_OF_USER_MAX));

const exits = z.strictObject({ stopLossPercent: z.nullable(exitPercent), takeProfitPercent: z.nullable(exitPercent) });

/**
 * All bots get their new exits, in one transaction, or none does. Where one is refused, `errors` names every refused bot by
 * its place, as in `changes.2`; a request about a single bot is refused with that bot's own code.
 */
export const setConditions = call({
  name: 'setConditions',
  method: 'POST',
  path: '/api/:kind/set-conditions',
  summary: 'Set the stop-loss and take profit of several bots at once: of all of them or of none.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    changes: several(
      z.strictObject({
        strategyExecutorId: id,
        /** What the bot had when the change was decided; a bot that has something else by now is refused. */
        from: z.strictObject({ stopLossPercent: maybeDecimal, takeProfitPercent: maybeDecimal }),
        to: exits,
      }),
    ),
  }),
  reply: changedBots,
  status: 200,
  refusals: [
    'LIVE_ONE_BY_ONE',
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'BOTS_REFUSED',
    'BOT_CHANGED',
    'BOT_IN_ERROR',
    'GRID_CHANGED',
    'BOT_DELETED',
    'TRANSITION_IN_PROGRESS',
    'CONDITION_TRIGGERS_NOW',
    'LADDER_REFUSED',
  ],
});

/** Bots go on as they are, in the wallet of the other portfolio. Their past cycles stay in the portfolio that made them. */
export const moveBots = call({
  name: 'moveBots',
  method: 'POST',
  path: '/api/:kind/move-bots',
  summary: 'Move flat bots to other portfolios, all of them or none; past results stay where they were made.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({
    moves: several(
      z.strictObject({
        botId: id,
        /** The portfolio that it was in when the move was decided; a bot that is elsewhere by now is refused. */
        fromPortfolioId: id,
        toPortfolioId: id,
      }),
    ),
  }),
  reply: changedBots,
  status: 200,
  refusals: [
    'LIVE_ONE_BY_ONE',
    'BOT_NOT_FOUND',
    'PORTFOLIO_NOT_FOUND',
    'KIND_MISMATCH',
    'EXECUTION_MISMATCH',
    'BOTS_REFUSED',
    'BOT_CHANGED',
    'BOT_NOT_FLAT',
    'BOT_DELETED',
    'TRANSITION_IN_PROGRESS',
    'NAME_TAKEN',
    'LADDER_REFUSED',
  ],
});
