import type { SettingsAnswer } from '#web/api/read-settings.ts';
import { useText } from '#web/i18n/text.tsx';
import { durationText } from '#web/ui/values/format.ts';

/** A wrong clock makes tokens look expired; smaller differences do no harm. */
const CLOCK_SKEW_MS = 60_000;

/** Reports whether the server answers and the clocks agree, before the user signs in. */
export function LoginReach({ answer }: { readonly answer: SettingsAnswer | null }) {
  const t = useText();
  if (answer === null) return <span role="status">{t('login.unreachable')}</span>;
  const skewMs = Math.abs(answer.receivedAt - Date.parse(answer.settings.wallTime));
  if (skewMs > CLOCK_SKEW_MS) return <span role="status">{t('login.clock', { age: durationText(skewMs, t) })}</span>;
  return (
    <span>
      {t('login.reachable')} ·{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        {t('login.charts')}
      </a>
    </span>
  );
}
