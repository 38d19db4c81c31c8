import { assert } from '#base/assert.ts';
import { type Instant, later } from '#base/time.ts';
import type { AccountInSimulation, AccountSnapshot, BotSnapshot, Market } from '#engine/model/account.ts';
import type { BotCommand, EngineBot } from '#engine/model/bot.ts';
import { runHistory } from '#engine/simulation/run-history.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { type BotReport, type BotRun, type Drive, reportBot, reportOn } from '#lab/report/bot-report.ts';

/** The command that creates a bot. */
export type CreateCommand = Extract<BotCommand, { type: 'create' }>;

/** A bot as it is stored before its first start. */
function storedBot(bot: EngineBot): BotSnapshot {
  return { bot, netCycles: [] };
}

interface Start {
  readonly bots: readonly EngineBot[];
  readonly at: Instant;
}

/**
 * Opens an account with stored bots and starts them. For ladders that `create` refuses: a bot that was valid when created
 * keeps running after prices, wallet and brackets have changed, and its books must stay correct.
 */
export function startedAccount(opened: AccountSnapshot, market: Market, start: Start): AccountInSimulation {
  return startBots(opened, market, start).account;
}

function startBots(opened: AccountSnapshot, market: Market, { bots, at }: Start) {
  const account = simulateAccount({ ...opened, bots: [...opened.bots, ...bots.map(storedBot)] }, market);
  const told = bots.flatMap(({ botId }) => {
    const started = account.command({ type: 'restart', botId }, at);
    assert(started.ok, 'a stored bot can be started');
    return started.value;
  });
  return { account, told };
}

/** The report of a run whose ladder need not be valid. */
export function storedReport(run: BotRun, drive: Drive = runHistory): BotReport {
  const { history, market, wallet } = run;
  const empty = { wallet, limit: null, minute: null, bots: [] };
  const start = { bots: [reportBot(run)], at: later(history.start, -1) };
  return reportOn(run, { ...startBots(empty, { hasSteps: false, ...market }, start), drive });
}

/**
 * The same commands with stored bots instead of created ones: each bot starts where it would have been created, and its
 * earlier commands are omitted.
 *
 * @param told - the commands in order
 */
export function withStoredBots<Told extends { readonly command: BotCommand }>(
  opened: AccountSnapshot,
  told: readonly Told[],
): { readonly opened: AccountSnapshot; readonly commands: readonly Told[] } {
  const bots: BotSnapshot[] = [];
  const isKnown = (botId: string): boolean => bots.some(({ bot }) => bot.botId === botId);
  const commands = told.flatMap((one): readonly Told[] => {
    const { command } = one;
    if (command.type !== 'create') return 'botId' in command && !isKnown(command.botId) ? [] : [one];
    const { bot } = command;
    bots.push(storedBot(bot));
    return [{ ...one, command: { type: 'restart', botId: bot.botId } }];
  });
  return { opened: { ...opened, bots: [...opened.bots, ...bots] }, commands };
}
