import { useText } from '#web/i18n/text.tsx';
import { durationText } from '#web/ui/values/format.ts';
import { useStaleSeconds } from '../use-stale.ts';

/** Why nothing may be traded from this page now; null while the values on it are fresh. */
export function useActBlock(): string | null {
  const t = useText();
  const seconds = useStaleSeconds();
  return seconds === null ? null : t('bots.staleActs', { age: durationText(seconds * 1_000, t) });
}
