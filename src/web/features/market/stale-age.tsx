import { useText } from '#web/i18n/text.tsx';
import { durationText } from '#web/ui/values/format.ts';
import { useOfNow } from '#web/ui/values/use-now.ts';
import css from './market.module.css';

/** Values are requested every few seconds; older ones show their age. */
const STALE_MS = 20_000;

/** Age of the values once they are stale; null before. @param readAt - wall time in milliseconds */
export function useStaleSeconds(readAt: number): number | null {
  return useOfNow((now) => (readAt > 0 && now - readAt > STALE_MS ? Math.floor((now - readAt) / 1_000) : null));
}

/** Shows the age of values that could not be refreshed. */
export function StaleAge({ seconds }: { readonly seconds: number }) {
  const t = useText();
  return <span className={css['stale']}>{t('market.stale', { age: durationText(seconds * 1_000, t) })}</span>;
}
