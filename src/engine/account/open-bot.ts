import { assert } from '#base/assert.ts';
import { conditionsByDirection } from '../bots/conditions.ts';
import { familyOf } from '../bots/families.ts';
import type { BotSnapshot } from '../model/account.ts';
import { cycleIdOf } from '../model/record.ts';
import { contextOf, paramsReader } from './atoms/context-of.ts';
import type { AccountSetting, RunningAccount } from './running-account.ts';
import { botOf, isFlat, type RunningAtom, type RunningBot } from './running-bot.ts';
import { recount } from './valuation/sums.ts';

/** Loads a stored bot into memory. */
export function openBot(setting: AccountSetting, snapshot: BotSnapshot): RunningBot {
  const { bot } = snapshot;
  const atoms: RunningAtom[] = [];
  const nets = new Map(
    snapshot.netCycles.map(({ symbol, begun, open }) => [symbol, { begun, open: open && { ...open } }]),
  );
  const family = familyOf(bot.kind);
  const opened: RunningBot = { bot, family, conditions: conditionsByDirection(bot), atoms, nets, isDirty: false };
  for (const state of bot.atoms) {
    const instrument = setting.instruments.get(state.symbol);
    assert(instrument !== undefined, `the instrument ${state.symbol} is known`);
    const key = { botId: bot.botId, symbol: state.symbol, direction: state.direction };
    const { hasLog = true, performer } = setting;
    const context = contextOf(bot, instrument, { hasLog, isCancelFinal: performer.isCancelFinal });
    const liquidation = family.atom.ownLiquidation(state, context);
    const triggers = family.atom.triggersOf(state, context, liquidation);
    const named = { seq: 0, id: cycleIdOf(key, 0) };
    const exitSignalOf = paramsReader(family.exitSignalOf ?? (() => null), family.exitRulesOf);
    atoms.push({
      bot: opened,
      key,
      instrument,
      context,
      state,
      triggers,
      liquidation,
      named,
      net: null,
      searched: null,
      exitSignalOf,
    });
  }
  return opened;
}

/** Adds a newly opened bot to the sums of the account. */
export function countBot(account: RunningAccount, bot: RunningBot): void {
  for (const atom of bot.atoms) recount(account.sums, atom, { before: null, now: atom.state.cycle });
}

/** Takes a deleted bot out of the account, or one that leaves: a flat one, so it is in no sum. @returns its atoms */
export function closeBot(account: RunningAccount, botId: string): readonly RunningAtom[] {
  const bot = account.bots.get(botId);
  assert(bot?.atoms.every(isFlat) === true, 'only a flat bot is taken out');
  account.bots.delete(botId);
  account.botList.splice(account.botList.indexOf(bot), 1);
  return bot.atoms;
}

/** Everything that must be stored to continue the bot later. */
export function snapshotOf(bot: RunningBot): BotSnapshot {
  const netCycles = [...bot.nets].map(([symbol, { begun, open }]) => ({ symbol, begun, open: open && { ...open } }));
  return { bot: botOf(bot), netCycles };
}
