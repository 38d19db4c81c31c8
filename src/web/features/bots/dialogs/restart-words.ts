import type { Bot } from '#web/api/trading-queries.ts';
import { isOpen } from '../bot-rows.ts';

/** What restarting means in the current state of the bot. */
export function restartOf(bot: Bot): 'start' | 'resume' | 'adopt' | 'again' {
  if (bot.state === 'CREATED') return 'start';
  if (bot.state === 'FINISHING') return 'resume';
  return bot.atoms.some(isOpen) ? 'adopt' : 'again';
}
