import type { Bot } from '#web/api/trading-queries.ts';

/** The open cycle of the bot, for the address of its drawer. */
export function cycleSearch(bot: Bot): Record<string, string> {
  const open = bot.atoms.find((atom) => atom.currentCycleId !== null);
  return open?.currentCycleId ? { cycle: open.currentCycleId } : {};
}
