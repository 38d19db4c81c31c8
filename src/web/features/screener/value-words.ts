import { useQuery } from '@tanstack/react-query';
import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { categoryName } from '#web/api/assets/category-name.ts';
import { tradeCategoriesQuery } from '#web/api/assets/trade-categories.ts';
import { type Text, useText } from '#web/i18n/text.tsx';

type ValueWords = (column: ScreenerColumnKey, value: string) => string;

/** Values as a user reads them: some columns hold words of the program, and a category its id. */
export function useValueWords(): ValueWords {
  const t = useText();
  const categories = useQuery(tradeCategoriesQuery).data?.items ?? [];
  return (column, value) => {
    if (column !== 'tradeCategory') return wordOf(column, value, t);
    const category = categories.find(({ tradeCategoryId }) => tradeCategoryId === value);
    return category === undefined ? value : categoryName(category, t);
  };
}

function wordOf(column: ScreenerColumnKey, text: string, t: Text): string {
  if (column === 'status') return t(`screener.status.${statusOf(text)}`);
  return column === 'ruleNow' ? t(`screener.rule.now.${nowOf(text)}`) : text;
}

const nowOf = (text: string) => (['buy', 'sell', 'both'] as const).find((one) => one === text) ?? 'none';

/** The word of a status; only two are listed. */
const statusOf = (text: string) => (text === 'TRADING' ? 'TRADING' : 'HALTED');
