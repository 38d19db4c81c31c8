import { useText } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import type { Screening } from './screener-queries.ts';

/** When each group of columns is from, in market time. */
export function ScreenerFacts({ found: { ages } }: { readonly found: Screening }) {
  const t = useText();
  const time = (at: string | null) => (at === null ? t('screener.age.never') : utcMinute(at, t.language));
  return (
    <span>{t('screener.ages', { market: time(ages.market), survey: time(ages.survey), past: time(ages.past) })}</span>
  );
}
