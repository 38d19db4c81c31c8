import { searchedText } from '#base/typed/typed-text.ts';
import type { MarketRow } from '#web/api/market/market-queries.ts';

export const marketFilters = ['all', 'trading', 'halted', 'incomplete'] as const;
export type MarketFilter = (typeof marketFilters)[number];

const WHOLE = 100;

/** Whether a contract belongs under a filter. */
export function fitsFilter(row: MarketRow, filter: MarketFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'trading':
      return row.status === 'TRADING';
    case 'halted':
      return row.status !== 'TRADING';
    case 'incomplete':
      return row.coveredPercent < WHOLE;
  }
}

/** Whether the symbol or sector contains the typed text. */
export function fitsSearch({ symbol, sector }: MarketRow, typed: string): boolean {
  const needle = searchedText(typed);
  return searchedText(symbol).includes(needle) || searchedText(sector).includes(needle);
}

/** Whole USDT in millions, cut to one decimal: "17214105994" becomes "17214.1". */
export function millions(text: string | null): string | null {
  if (text === null) return null;
  const digits = text.padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6, -5)}`;
}
