import {
  createBot,
  deleteBot,
  finishBot,
  restartBot,
  setCondition,
  setIsEnterEnabled,
  stopBot,
} from '#contract/bot.ts';
import { previewCondition } from '#contract/bots/preview-condition.ts';
import type { Reply } from '#contract/call.ts';
import type { EngineBot } from '#engine/model/bot.ts';
import type { UserCommand } from '#ports/runtime.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route, shrinkingRoute } from '../http/route.ts';
import { commandedBot, presentOwnBot } from './commanded-bot.ts';
import { confirmLive } from './kind-check.ts';
import { makeBot } from './make-bot.ts';
import { orderEffectOf, previewed } from './order-effect.ts';
import { ownBot } from './own-bot.ts';

/**
 * Commands of a user to a bot. The engine decides, against the bot as it stands at that instant; a route only passes
 * its decision on. `changed` of a repeat whose answer was lost is true: the first one was stored because it changed.
 */
export function botCommandRoutes(): Route[] {
  return [
    route(createBot, makeBot),
    shrinkingRoute(finishBot, finish),
    shrinkingRoute(stopBot, stop),
    route(restartBot, restart),
    shrinkingRoute(deleteBot, remove),
    shrinkingRoute(
      setIsEnterEnabled,
      switchEntries,
      ({ body }) => !(body.isEnterBuyEnabled && body.isEnterSellEnabled),
    ),
    shrinkingRoute(setCondition, changeConditions),
    route(previewCondition, foreseeConditions),
  ];
}

async function finish(context: Context<typeof finishBot>): Promise<Reply<typeof finishBot>> {
  const { row, runNo } = await commandedBot(context, context.body.strategyExecutorId);
  const done = await context.command(row.portfolioId, { type: 'finish', botId: row.botId }, { runNo });
  return { ...(await presentOwnBot(context, row.botId)), changed: done?.changed ?? true };
}

async function stop(context: Context<typeof stopBot>): Promise<Reply<typeof stopBot>> {
  const { strategyExecutorId, position } = context.body;
  const { row, runNo } = await commandedBot(context, strategyExecutorId);
  const done = await context.command(row.portfolioId, { type: 'stop', botId: row.botId, position }, { runNo });
  const bot = await presentOwnBot(context, row.botId);
  const warnings = done?.warnings ?? (holdsPosition(row.snapshot.bot) ? ['POSITION_LEFT_OPEN' as const] : []);
  const openPosition = warnings.includes('POSITION_LEFT_OPEN');
  return { ...bot, changed: done?.changed ?? true, openPosition, warnings: [...warnings] };
}

function holdsPosition({ atoms }: EngineBot): boolean {
  return atoms.some(({ cycle }) => cycle !== null && cycle.position.quantity > 0);
}

async function restart(context: Context<typeof restartBot>): Promise<Reply<typeof restartBot>> {
  const { row, runNo } = await commandedBot(context, context.body.strategyExecutorId);
  confirmLive(row.kind, context);
  const done = await context.command(row.portfolioId, { type: 'restart', botId: row.botId }, { runNo });
  return { ...(await presentOwnBot(context, row.botId)), changed: done?.changed ?? true };
}

async function remove(context: Context<typeof deleteBot>): Promise<Reply<typeof deleteBot>> {
  const { caller, params } = context;
  const row = await context.read((tx) => ownBot(tx, caller.userId, { kind: params.kind, botId: params.id }));
  if (!context.isRepeat && row.state === 'DELETED') throw new ProblemError('BOT_DELETED');
  const done = await context.command(row.portfolioId, { type: 'delete', botId: row.botId });
  return { botId: row.botId, state: 'DELETED', changed: done?.changed ?? true };
}

async function switchEntries(context: Context<typeof setIsEnterEnabled>): Promise<Reply<typeof setIsEnterEnabled>> {
  const { strategyExecutorId, isEnterBuyEnabled, isEnterSellEnabled } = context.body;
  const { row, runNo } = await commandedBot(context, strategyExecutorId);
  const { botId } = row;
  const done = await context.command(
    row.portfolioId,
    { type: 'set-entries', botId, isBuyEnabled: isEnterBuyEnabled, isSellEnabled: isEnterSellEnabled },
    { runNo },
  );
  return { ...(await presentOwnBot(context, botId)), changed: done?.changed ?? true };
}

async function changeConditions(context: Context<typeof setCondition>): Promise<Reply<typeof setCondition>> {
  const { row, runNo } = await commandedBot(context, context.body.strategyExecutorId);
  const { botId, portfolioId } = row;
  const done = await context.command(portfolioId, conditionsFor(botId, context.body), { runNo });
  return { ...(await presentOwnBot(context, botId)), changed: done?.changed ?? true };
}

async function foreseeConditions(context: Context<typeof previewCondition>): Promise<Reply<typeof previewCondition>> {
  const { body, services } = context;
  const { row, runNo } = await commandedBot(context, body.strategyExecutorId);
  const { botId, portfolioId, ownerId } = row;
  const done = await previewed(services, {
    ownerId,
    portfolioId,
    command: conditionsFor(botId, { ...body, confirm: true }),
    runNo,
  });
  return orderEffectOf(done, services.runtime.instruments);
}

type WantedConditions = Omit<Context<typeof setCondition>['body'], 'strategyExecutorId'>;

function conditionsFor(botId: string, { stopLossPercent, takeProfitPercent, confirm }: WantedConditions): UserCommand {
  return {
    ...{ type: 'set-conditions', botId, isConfirmed: confirm === true },
    ...(stopLossPercent === undefined ? {} : { stopLossPercent }),
    ...(takeProfitPercent === undefined ? {} : { takeProfitPercent }),
  };
}
