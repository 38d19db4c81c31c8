import type { Bot } from '#web/api/trading-queries.ts';

/** Why a bot cannot move to a portfolio now; null when it can, or while no portfolio is chosen. */
export function whyNotMove(bot: Bot, target: string): 'isThere' | 'notFlat' | 'stopping' | null {
  if (bot.portfolioId === target) return 'isThere';
  if (bot.state === 'STOPPING') return 'stopping';
  return bot.atoms.some(({ currentCycleId }) => currentCycleId !== null) ? 'notFlat' : null;
}
