import { assert } from '#base/assert.ts';
import { conditionsByDirection } from '../bots/conditions.ts';
import { familyOf } from '../bots/families.ts';
import type { BotSnapshot } from '../model/account.ts';
import type { Instrument, SymbolGrids } from '../model/instrument.ts';
import { cycleIdOf } from '../model/record.ts';
import { contextOf, paramsReader } from './atoms/context-of.ts';
import { countedAtoms } from './atoms/counted-atoms.ts';
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
  for (const { state, instrument, isOffGrid } of countedAtoms(snapshot, setting.instruments)) {
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
      isOffGrid,
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
  // What was converted, or stored without its grids, must be stored with the present ones.
  opened.isDirty = atoms.some(({ state, instrument, isOffGrid }, index) =>
    state.cycle === null || isOffGrid ? false : state !== bot.atoms[index] || !isStoredIn(snapshot, instrument),
  );
  return opened;
}

function isStoredIn({ grids = [] }: BotSnapshot, { symbol }: Instrument): boolean {
  return grids.some((stored) => stored.symbol === symbol);
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
  return { bot: botOf(bot), netCycles, grids: gridsOf(bot.atoms) };
}

function gridsOf(atoms: readonly RunningAtom[]): readonly SymbolGrids[] {
  const bySymbol = new Map(atoms.map(({ instrument }) => [instrument.symbol, instrument]));
  return [...bySymbol.values()].map(({ symbol, tick, step }) => ({ symbol, tick, step }));
}
