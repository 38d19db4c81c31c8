import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotNow, RuntimeReads } from '#ports/runtime.ts';
import { type BotRow, findBot } from '#storage/bots.ts';
import type { Caller } from '../http/callers/auth.ts';
import type { Acts } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { ownRun } from './own-bot.ts';
import { type BotReply, presentBots, readBots } from './present-bot.ts';

interface CommandContext extends Acts {
  readonly caller: Caller;
  readonly services: Services;
  readonly params: { readonly kind: BotKind };
}

/** A bot that a command is meant for, with the run that its sender saw. */
export interface CommandedBot {
  readonly row: BotRow;
  readonly runNo: number;
}

/**
 * The bot that a run's command is meant for: 404 for a foreign run, 410 for a deleted bot. Whether it is still in that
 * run the engine decides. A repeat of a command is not judged again.
 */
export async function commandedBot(context: CommandContext, strategyExecutorId: string): Promise<CommandedBot> {
  const { caller, params } = context;
  const { run, bot } = await context.read((tx) => ownRun(tx, caller.userId, { ...params, strategyExecutorId }));
  if (!context.isRepeat && bot.state === 'DELETED') throw new ProblemError('BOT_DELETED');
  return { row: bot, runNo: run.runNo };
}

/** The bot after the command. It was carried out: an engine too busy to tell live figures does not fail the answer. */
export async function presentOwnBot(
  { caller, services, read }: Pick<CommandContext, 'caller' | 'services' | 'read'>,
  botId: string,
): Promise<BotReply> {
  const { runtime } = services;
  const botsNow: RuntimeReads['botsNow'] = (places) => runtime.botsNow(places).catch(asStored);
  const stored = await read(async (tx) => {
    const row = await findBot(tx, caller.userId, botId);
    if (row === undefined) throw new ProblemError('BOT_NOT_FOUND');
    return readBots(tx, caller.userId, { rows: [row], runtime });
  });
  return at(await presentBots(stored, runtime, botsNow), 0);
}

/** No live state: bots are shown as the command stored them. */
function asStored(error: unknown): ReadonlyMap<string, BotNow> {
  if (error instanceof AppError && error.code === 'OVERLOADED') return new Map();
  throw error;
}
