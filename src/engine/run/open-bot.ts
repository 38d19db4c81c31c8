import { assert } from '#base/assert.ts';
import { conditionsOf } from '../bots/conditions.ts';
import { familyOf } from '../bots/registry.ts';
import type { BotSnapshot, Market } from '../model/account.ts';
import { cycleIdOf } from '../model/record.ts';
import { type Book, type BotSlot, botOf, contextOf, type Slot } from './book.ts';
import { recount } from './sums.ts';

/** A bot as it runs, from what is stored of it. */
export function openBot(market: Market, snapshot: BotSnapshot): BotSlot {
  const { bot } = snapshot;
  const slots: Slot[] = [];
  const nets = new Map(
    snapshot.netCycles.map(({ symbol, begun, open }) => [symbol, { begun, open: open && { ...open } }]),
  );
  const family = familyOf(bot.kind);
  const opened: BotSlot = { bot, family, conditions: conditionsOf(bot), slots, nets, isDirty: false };
  for (const state of bot.atoms) {
    const instrument = market.instruments.get(state.symbol);
    assert(instrument !== undefined, `the instrument ${state.symbol} is known`);
    const key = { botId: bot.botId, symbol: state.symbol, direction: state.direction };
    const context = contextOf(bot, instrument, market.hasLog);
    const liquidation = family.atom.ownLiquidation(state, context);
    const triggers = family.atom.triggersOf(state, context, liquidation);
    const named = { seq: 0, id: cycleIdOf(key, 0) };
    slots.push({ bot: opened, key, instrument, context, state, triggers, liquidation, named, net: null });
  }
  return opened;
}

/** Adds a bot that was opened to the sums of the account. */
export function countBot(book: Book, bot: BotSlot): void {
  for (const slot of bot.slots) recount(book.sums, slot, { before: null, now: slot.state.cycle });
}

/** What is stored of a bot so that it can go on. */
export function snapshotOf(bot: BotSlot): BotSnapshot {
  const netCycles = [...bot.nets].map(([symbol, { begun, open }]) => ({ symbol, begun, open: open && { ...open } }));
  return { bot: botOf(bot), netCycles };
}
