import { assert } from '#base/assert.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import { moveRefusal } from '../../bots/life-cycle.ts';
import type { BotCommand } from '../../model/bot.ts';
import { closeBot, countBot, openBot } from '../open-bot.ts';
import type { RunningAccount } from '../running-account.ts';
import { isFlat, type RunningBot } from '../running-bot.ts';
import { noteBot } from './bot-state.ts';
import { judgeParams } from './judge-params.ts';

/** A bot leaves only while it is flat: what it holds is margined by the wallet of this account. */
export function leaveAccount(account: RunningAccount, { bot, atoms }: RunningBot): Outcome<null> {
  const code = moveRefusal({ state: bot.state, isFlat: atoms.every(isFlat) });
  if (code !== null) return refused({ code, detail: code });
  closeBot(account, bot.botId);
  return accepted(null);
}

/**
 * A bot that has left another account goes on here, last of all bots. It must fit into wallet and limit as a new one must; its
 * state, its cooldown and the numbers of its cycles go on.
 */
export function joinAccount(
  account: RunningAccount,
  command: Extract<BotCommand, { type: 'join' }>,
  at: Instant,
): Outcome<null> {
  const { bot, netCyclesBegun } = command;
  assert(!account.bots.has(bot.botId), 'a bot is in one account at a time');
  const reasons = judgeParams(account, command);
  if (reasons.length > 0) return refused(...reasons);
  const netCycles = netCyclesBegun.map((net) => ({ ...net, open: null }));
  const running = openBot(account.setting, { bot, netCycles });
  account.bots.set(bot.botId, running);
  account.botList.push(running);
  countBot(account, running);
  running.isDirty = true;
  noteBot(account, running, { code: 'BOT_MOVED', at });
  return accepted(null);
}
