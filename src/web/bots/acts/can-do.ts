import type { Bot } from '#web/api/trading-queries.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { dealChoices } from '../deals/deal-choices.ts';
import { isOpen } from '../is-open.ts';

/** Whether the life cycle allows the action now (docs/domain.md, section 2). */
export function canDo(bot: Bot, act: BotAct): boolean {
  const isFlat = !bot.atoms.some(isOpen);
  switch (act) {
    case 'finish':
      return bot.state === 'RUNNING' || bot.state === 'STOPPED';
    case 'stop':
      return (
        bot.state === 'RUNNING' ||
        bot.state === 'FINISHING' ||
        bot.state === 'ERROR' ||
        (bot.state === 'STOPPED' && !isFlat)
      );
    case 'restart':
      return ['CREATED', 'FINISHING', 'STOPPED', 'FINISHED', 'ERROR'].includes(bot.state);
    case 'conditions':
      return !['STOPPING', 'ERROR', 'DELETED'].includes(bot.state);
    case 'entries':
      return ['CREATED', 'RUNNING', 'FINISHING', 'STOPPED'].includes(bot.state);
    case 'deal':
      return dealChoices(bot).length > 0;
    case 'clone':
      return bot.state !== 'DELETED';
    case 'delete':
      return isFlat && ['CREATED', 'STOPPED', 'FINISHED', 'ERROR'].includes(bot.state);
  }
}
