import type { Text } from '#web/i18n/text.tsx';
import { utcDay } from '#web/ui/values/format.ts';
import { roleWords } from '#web/ui/words/order-words.ts';
import type { OrderStat, StatFigures } from '../order-queries.ts';

export const breakdowns = ['role', 'bot', 'symbol', 'day'] as const;
export type Breakdown = (typeof breakdowns)[number];

/** The figures of one role, bot, symbol or day, under its name. */
export interface BreakdownRow extends StatFigures {
  readonly id: string;
  readonly name: string;
}

export function breakdownRows(stat: OrderStat, by: Breakdown, t: Text): readonly BreakdownRow[] {
  switch (by) {
    case 'role':
      return stat.roles.map((row) => ({ ...row, id: row.role, name: roleWords(row.role, t) }));
    case 'bot':
      return stat.bots.map((row) => ({ ...row, id: row.botId, name: row.botName }));
    case 'symbol':
      return stat.symbols.map((row) => ({ ...row, id: row.symbol, name: row.symbol }));
    case 'day':
      return stat.days.map((row) => ({ ...row, id: row.day, name: utcDay(row.day, t.language) }));
  }
}
