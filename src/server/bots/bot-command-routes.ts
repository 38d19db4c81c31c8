import {
  createBot,
  deleteBot,
  finishBot,
  restartBot,
  setCondition,
  setIsEnterEnabled,
  stopBot,
} from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import { familyOf } from '#engine/bots/families.ts';
import { finishPassage, type Passage, type Standing, stopPassage } from '#engine/bots/life-cycle.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { refuseBadParams } from '../strategies/params-check.ts';
import { commandedBot, currentSnapshot, presentOwnBot } from './commanded-bot.ts';
import { makeBot } from './make-bot.ts';
import { ownBot } from './own-bot.ts';

/** What a user may order a bot to do. The engine decides; here its answer is told. */
export function botCommandRoutes(): Route[] {
  return [
    route(createBot, makeBot),
    route(finishBot, finish),
    route(stopBot, stop),
    route(restartBot, restart),
    route(deleteBot, remove),
    route(setIsEnterEnabled, switchEntries),
    route(setCondition, changeConditions),
  ];
}

async function finish(context: Context<typeof finishBot>): Promise<Reply<typeof finishBot>> {
  const row = await commandedBot(context, context.body.strategyExecutorId);
  const changed = hasEffect(context, finishPassage(standingOf(currentSnapshot(context.services, row))));
  await context.command(row.portfolioId, { type: 'finish', botId: row.botId });
  return { ...(await presentOwnBot(context, row.botId)), changed };
}

async function stop(context: Context<typeof stopBot>): Promise<Reply<typeof stopBot>> {
  const { strategyExecutorId, position } = context.body;
  const row = await commandedBot(context, strategyExecutorId);
  const changed = hasEffect(context, stopPassage(standingOf(currentSnapshot(context.services, row)), position));
  await context.command(row.portfolioId, { type: 'stop', botId: row.botId, position });
  const bot = await presentOwnBot(context, row.botId);
  const { atoms } = currentSnapshot(context.services, row).bot;
  const openPosition = atoms.some((atom) => atom.cycle !== null && atom.cycle.position.quantity > 0);
  return { ...bot, changed, openPosition, warnings: openPosition ? ['POSITION_LEFT_OPEN'] : [] };
}

async function restart(context: Context<typeof restartBot>): Promise<Reply<typeof restartBot>> {
  const row = await commandedBot(context, context.body.strategyExecutorId);
  await context.command(row.portfolioId, { type: 'restart', botId: row.botId });
  return { ...(await presentOwnBot(context, row.botId)), changed: true };
}

async function remove(context: Context<typeof deleteBot>): Promise<Reply<typeof deleteBot>> {
  const { caller, params } = context;
  const row = await context.read((tx) => ownBot(tx, caller.userId, { kind: params.kind, botId: params.id }));
  if (!context.isRepeat && row.state === 'DELETED') throw new ProblemError('BOT_DELETED');
  await context.command(row.portfolioId, { type: 'delete', botId: row.botId });
  return { botId: row.botId, state: 'DELETED', changed: true };
}

async function switchEntries(context: Context<typeof setIsEnterEnabled>): Promise<Reply<typeof setIsEnterEnabled>> {
  const { strategyExecutorId, isEnterBuyEnabled, isEnterSellEnabled } = context.body;
  const row = await commandedBot(context, strategyExecutorId);
  const { bot } = currentSnapshot(context.services, row);
  const isSame = bot.isEnterBuyEnabled === isEnterBuyEnabled && bot.isEnterSellEnabled === isEnterSellEnabled;
  const command: BotCommand = {
    type: 'set-entries',
    botId: row.botId,
    isBuyEnabled: isEnterBuyEnabled,
    isSellEnabled: isEnterSellEnabled,
  };
  await context.command(row.portfolioId, command);
  return { ...(await presentOwnBot(context, row.botId)), changed: context.isRepeat || !isSame };
}

async function changeConditions(context: Context<typeof setCondition>): Promise<Reply<typeof setCondition>> {
  const { body, services } = context;
  const row = await commandedBot(context, body.strategyExecutorId);
  const { bot } = currentSnapshot(services, row);
  const usual = familyOf(row.kind).exitsOf(bot.params);
  const stopLossPercent = body.stopLossPercent === undefined ? usual.stopLossPercent : body.stopLossPercent;
  const takeProfitPercent = body.takeProfitPercent === undefined ? usual.takeProfitPercent : body.takeProfitPercent;
  const isSame = stopLossPercent === bot.stopLossPercent && takeProfitPercent === bot.takeProfitPercent;
  if (!isSame && !context.isRepeat) {
    const { params, symbols } = bot;
    refuseBadParams(services.runtime, { kind: row.kind, params, symbols, stopLossPercent, takeProfitPercent });
  }
  const isConfirmed = body.confirm === true;
  const { botId, portfolioId } = row;
  await context.command(portfolioId, {
    type: 'set-conditions',
    botId,
    stopLossPercent,
    takeProfitPercent,
    isConfirmed,
  });
  return { ...(await presentOwnBot(context, botId)), changed: context.isRepeat || !isSame };
}

function standingOf({ bot }: BotSnapshot): Standing {
  return { state: bot.state, isFlat: bot.atoms.every((atom) => atom.cycle === null) };
}

/** Whether the command has something to do; a repeat tells what the first one did. */
function hasEffect({ isRepeat }: { readonly isRepeat: boolean }, passage: Passage): boolean {
  return isRepeat || 'to' in passage;
}
