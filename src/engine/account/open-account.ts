import type { AccountSnapshot } from '../model/account.ts';
import { countBot, openBot, snapshotOf } from './open-bot.ts';
import { type AccountSetting, FAILURES_IN_MINUTE, type RunningAccount } from './running-account.ts';
import { isParked, patchBot, type RunningBot } from './running-bot.ts';
import { noSums } from './valuation/sums.ts';

/** Loads a stored account into memory. Its marks are unknown until a minute closes. */
export function openAccount(snapshot: AccountSnapshot, setting: AccountSetting): RunningAccount {
  const botList = snapshot.bots.map((bot) => openBot(setting, bot));
  const account: RunningAccount = {
    setting,
    bots: new Map(botList.map((bot) => [bot.bot.botId, bot])),
    botList,
    marks: new Map(),
    unread: null,
    wallet: snapshot.wallet,
    margin: null,
    limit: snapshot.limit,
    excluded: new Set(snapshot.excluded),
    minute: snapshot.minute,
    underWay: null,
    failing: new Set(botList.filter(failsAtClose)),
    records: [],
    sums: noSums(),
    closedBars: new Map(),
  };
  for (const bot of botList) {
    countBot(account, bot);
    if (bot.atoms.some(isParked)) failForGrid(account, bot);
  }
  return account;
}

/** Whether the bot was stored between what makes it fail and the close of that minute, at which it fails. */
function failsAtClose({ bot }: RunningBot): boolean {
  return bot.state !== 'ERROR' && FAILURES_IN_MINUTE.some((reason) => reason === bot.stateReason);
}

/** A bot that is in ERROR already stays so, for this reason: it decides what its user can do. */
function failForGrid(account: RunningAccount, bot: RunningBot): void {
  if (bot.bot.stateReason !== 'GRID_CHANGED') patchBot(bot, { stateReason: 'GRID_CHANGED' });
  if (bot.bot.state !== 'ERROR') account.failing.add(bot);
}

/** Everything that must be stored to continue the account later. */
export function accountSnapshot({ wallet, limit, excluded, minute, botList }: RunningAccount): AccountSnapshot {
  const symbols = excluded.size === 0 ? {} : { excluded: [...excluded] };
  return { wallet, limit, ...symbols, minute, bots: botList.map(snapshotOf) };
}
