import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';

/** "4 of 6 running", or what is wrong. */
export function BotCounts({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  const { botsTotal, botsRunning, botsInError } = portfolio;
  if (botsTotal === 0) return <Status tone="waiting" word={t('portfolio.noBots')} />;
  const running = t('portfolio.botsRunning', { running: botsRunning, total: botsTotal });
  if (botsInError > 0) {
    return <Status tone="danger" word={t('portfolio.botsError', { count: botsInError })} reason={running} />;
  }
  return <Status tone={botsRunning > 0 ? 'running' : 'stopped'} word={running} />;
}
