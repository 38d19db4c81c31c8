import type { Text } from '#web/i18n/text.tsx';

/** What becomes of an exit of every cycle. @param percent - null: it is switched off */
export function exitText(exit: 'takeProfit' | 'stopLoss', percent: string | null, t: Text): string {
  return percent === null ? t(`conditions.${exit}Off`) : t(`conditions.${exit}To`, { percent: t.number(percent) });
}
