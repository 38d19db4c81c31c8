import type { pastEntryMessages as english } from '../../en/bot-work/past-entry.ts';

/** Words for the closes that the rule of a running bot looked at. */
export const pastEntryMessages: Record<keyof typeof english, string> = {
  'why.look': 'Другие бары',
  'why.earlier': 'Предыдущий бар',
  'why.later': 'Следующий бар',
  'why.at': 'Бар, UTC',
  'why.lastSignal': 'Последний сигнал',
  'why.latest': 'Последний бар',
  'why.past.ENTERED': 'Открыт цикл.',
  'why.past.SIGNAL_FALSE': 'Сигнала не было: условие не выполнялось.',
  'why.past.SIGNAL_UNKNOWN': 'Сигнала не было: для оценки не хватало данных.',
  'why.past.SIGNAL_HELD': 'Нового сигнала не было: условие выполнялось и раньше.',
  'why.past.BOT_NOT_RUNNING': 'Сигнал был, но бот не работал.',
  'why.past.CYCLE_OPEN': 'Сигнал был, но цикл уже был открыт.',
  'why.past.COOLDOWN': 'Сигнал пришёлся на паузу после цикла — до {until}.',
  'why.past.ENTRIES_OFF': 'Сигнал был, но входы в этом направлении были выключены.',
  'why.past.EXIT_ACTS': 'Сигнал был, но на том же закрытии сработало правило выхода.',
  'why.past.BOTH_DIRECTIONS': 'Сигнал был, но на том же закрытии его дало и другое направление.',
  'why.past.RANGE_UNKNOWN': 'Сигнал был, но диапазон для размера или стопа ещё не был известен.',
  'why.past.MAX_OPEN_CYCLES': 'Сигнал был, но все разрешённые циклы были открыты.',
  'why.past.PORTFOLIO_LIMIT_EXCEEDED': 'Сигнал был, но лимит портфеля не оставлял места.',
  'why.past.INSUFFICIENT_MARGIN': 'Сигнал был, но не хватило свободной маржи.',
  'why.past.LADDER_REFUSED': 'Сигнал был, но размер не подошёл контракту.',
  'why.past.ASSET_EXCLUDED': 'Сигнал был, но актив исключён из новых циклов.',
  'why.past.NOT_RECORDED': 'Нынешнее правило даёт здесь сигнал; почему цикл не открылся, нигде не записано.',
};
