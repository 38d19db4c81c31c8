import type { Text } from '#web/i18n/text.tsx';

/** So many symbols are named; the rest is a count. */
export const SYMBOLS_SHOWN = 8;

/** The first symbols of a list, and how many more there are. */
export function namedSymbols(symbols: readonly string[], t: Text): string {
  const shown = symbols.slice(0, SYMBOLS_SHOWN).join(', ');
  const more = symbols.length - SYMBOLS_SHOWN;
  return more > 0 ? `${shown} ${t('backtest.moreSymbols', { count: more })}` : shown;
}
