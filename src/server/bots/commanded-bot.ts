import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { runIdOf } from '#engine/model/record.ts';
import type { BotRow } from '#storage/bots.ts';
import { findBot } from '#storage/bots.ts';
import type { Caller } from '../http/auth.ts';
import { type Acts, marketNow } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { ownRun } from './own-bot.ts';
import { type BotReply, botFigures, presentBot } from './present-bot.ts';

interface CommandContext extends Acts {
  readonly caller: Caller;
  readonly services: Services;
  readonly params: { readonly kind: BotKind };
}

/**
 * The bot that a run's command is meant for: 404 for a foreign run, 410 for a deleted bot, 409 when a later run of the
 * bot exists. A repeat of a command is not judged again.
 */
export async function commandedBot(context: CommandContext, strategyExecutorId: string): Promise<BotRow> {
  const { caller, params, services } = context;
  const { run, bot } = await context.read((tx) => ownRun(tx, caller.userId, { ...params, strategyExecutorId }));
  if (context.isRepeat) return bot;
  const current = currentSnapshot(services, bot).bot;
  if (bot.state === 'DELETED' || current.state === 'DELETED') throw new ProblemError('BOT_DELETED');
  if (current.runNo !== run.runNo) {
    const figures = { strategyExecutorId: runIdOf(bot.botId, current.runNo) };
    throw new ProblemError('EXECUTOR_SUPERSEDED', [
      { code: 'EXECUTOR_SUPERSEDED', detail: 'is not the current run', path: ['strategyExecutorId'], figures },
    ]);
  }
  return bot;
}

/** The bot as it stands in the engine, or as it was stored last when it no longer runs there. */
export function currentSnapshot({ runtime }: Services, row: BotRow): BotSnapshot {
  return runtime.bot(row.portfolioId, row.botId) ?? row.snapshot;
}

/** The bot after the command, with its figures. */
export async function presentOwnBot(
  { caller, services, read }: Pick<CommandContext, 'caller' | 'services' | 'read'>,
  botId: string,
): Promise<BotReply> {
  return read(async (tx) => {
    const row = await findBot(tx, caller.userId, botId);
    if (row === undefined) throw new ProblemError('BOT_NOT_FOUND');
    const figures = await botFigures(tx, caller.userId, { botIds: [botId], now: marketNow(services.runtime) });
    return presentBot(row, figures(botId), services.runtime);
  });
}
