import type { UseQueryResult } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { durationText } from '#web/ui/format.ts';

/** A wrong clock lets tokens look expired; smaller differences do no harm. */
const CLOCK_SKEW_MS = 60_000;

interface LoginReachProps {
  readonly settings: Pick<UseQueryResult<{ readonly wallTime: string }>, 'data' | 'dataUpdatedAt' | 'isError'>;
}

/** Whether the server answers and the clocks agree, before the user wonders. */
export function LoginReach({ settings }: LoginReachProps) {
  const t = useText();
  if (settings.isError) return <span role="status">{t('login.unreachable')}</span>;
  if (!settings.data) return null;
  const skewMs = Math.abs(settings.dataUpdatedAt - Date.parse(settings.data.wallTime));
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
