import type { logsMessages as english, logsPlurals as englishPlurals } from '../en/logs.ts';
import type { PluralForms } from '../plural-forms.ts';

/** Words of the log page. */
export const logsMessages: Record<keyof typeof english, string> = {
  'logs.title': 'Журнал DCA на бумаге',
  'logs.facts': 'Сначала новые, время рынка в UTC',
  'logs.none': 'Под этот фильтр ничего не подходит.',
  'logs.noneMore': 'Строка появляется, когда бот что-то решает. Сбросьте фильтр или поиск, чтобы увидеть больше.',
  'logs.more': 'Загрузить более старые',
  'logs.level': 'Уровень',
  'logs.level.all': 'Все',
  'logs.level.info': 'Сведения',
  'logs.level.warning': 'Внимание',
  'logs.level.error': 'Ошибка',
  'logs.oneCycle': 'один цикл',
  'logs.bot': 'Бот',
  'logs.allBots': 'Все боты',
  'logs.search': 'Поиск по журналу',
  'logs.figures': 'Цифры строки',
  'logs.open': 'Открыть цикл',
  'logs.column.time': 'Время, UTC',
  'logs.column.level': 'Уровень',
  'logs.column.bot': 'Бот',
  'logs.column.symbol': 'Символ',
  'logs.column.text': 'Что произошло',
  'logs.column.cycle': 'Цикл',
};

export const logsPlurals: Record<keyof typeof englishPlurals, PluralForms> = {};
