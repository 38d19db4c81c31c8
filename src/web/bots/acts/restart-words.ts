import type { Bot } from '#web/api/trading-queries.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { isOpen } from '../is-open.ts';
import { canDo } from './can-do.ts';

/** What restarting means in the current state of the bot. */
export function restartOf(bot: Bot): 'start' | 'resume' | 'adopt' | 'again' {
  if (bot.state === 'CREATED') return 'start';
  if (bot.state === 'FINISHING') return 'resume';
  return bot.atoms.some(isOpen) ? 'adopt' : 'again';
}

/** What an act is called for this bot: restarting has a name for each state. */
export function actName(act: BotAct, bot: Bot, t: Text): string {
  return act === 'restart' && canDo(bot, act) ? t(`bots.act.${restartOf(bot)}`) : t(`bots.act.${act}`);
}
