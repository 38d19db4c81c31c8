import { useStaleSeconds } from '#web/api/live/use-stale.ts';
import { useText } from '#web/i18n/text.tsx';
import { durationText } from '#web/ui/values/format.ts';

/** Why actions are disabled on this page; null while its values are fresh. */
export function useActBlock(): string | null {
  const t = useText();
  const seconds = useStaleSeconds();
  return seconds === null ? null : t('bots.staleActs', { age: durationText(seconds * 1_000, t) });
}
