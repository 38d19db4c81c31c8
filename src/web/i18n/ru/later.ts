import type { messages as english } from '../en/later.ts';

export const messages = {
  'later.live.title': 'В этой версии реальных DCA-ботов нет.',
  'later.live.text':
    'Реальный DCA-бот исполняет ту же лестницу реальными ордерами на вашем счёте биржи. В этой версии торговля только бумажная: по ценам биржи и без реальных денег.',
  'later.link': 'Открыть ботов «{title}»',
} as const satisfies Readonly<Record<keyof typeof english, string>>;
