import type { messages as english } from '../en/logs.ts';

/** Words of the log page, loaded with it. */
export const messages: Record<keyof typeof english, string> = {
  'logs.title': 'Журнал: {kind}',
  'logs.facts': 'Сначала новые, рыночное время в UTC',
  'logs.none': 'Под этот фильтр не подходит ни одна запись.',
  'logs.clear': 'Показать все записи',
  'logs.noneYet': 'Журнал пуст.',
  'logs.noneYetMore': 'Запись появляется при каждом решении бота.',
  'logs.more': 'Загрузить более старые записи',
  'logs.level': 'Уровень',
  'logs.level.all': 'Все',
  'logs.level.info': 'Информация',
  'logs.level.warning': 'Предупреждение',
  'logs.level.error': 'Ошибка',
  'logs.oneCycle': 'один цикл',
  'logs.bot': 'Бот',
  'logs.allBots': 'Все боты',
  'logs.search': 'Поиск по журналу',
  'logs.figures': 'Подробности записи',
  'logs.open': 'Открыть цикл',
  'logs.column.time': 'Время, UTC',
  'logs.column.level': 'Уровень',
  'logs.column.bot': 'Бот',
  'logs.column.symbol': 'Символ',
  'logs.column.text': 'Что произошло',
  'logs.column.cycle': 'Цикл',
};
