import { useText } from '#web/i18n/text.tsx';
import { durationText, missing } from './format.ts';
import css from './number.module.css';
import { useNow } from './use-now.ts';

const STALE_AFTER_MS = 15_000;

interface AgeProps {
  /** Wall time of the value, ISO. */
  readonly at: string | null;
  /** Older values are marked. */
  readonly staleAfterMs?: number;
}

/** "12 s old", marked once the value is older than it should be. */
export function Age({ at, staleAfterMs = STALE_AFTER_MS }: AgeProps) {
  const t = useText();
  const now = useNow();
  if (at === null) return <span className={css['missing']}>{missing}</span>;
  const ageMs = Math.max(0, now - Date.parse(at));
  const tone = ageMs > staleAfterMs ? 'warn' : 'stale';
  return <span className={css[tone]}>{t('age.old', { age: durationText(ageMs, t) })}</span>;
}

export function Duration({ ms }: { readonly ms: number | null }) {
  const t = useText();
  if (ms === null) return <span className={css['missing']}>{missing}</span>;
  return <span className={css['plain']}>{durationText(ms, t)}</span>;
}
