import { Link } from '@tanstack/react-router';
import { kindEntry } from '#engine/bots/registry.ts';
import type { Portfolio } from '#web/api/trading-queries.ts';
import { FirstBotLink } from '#web/bots/first-bot-link.tsx';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';

/** A portfolio in which nothing has happened yet: what to do next, and no figures. */
export function EmptyPortfolio({ portfolio }: { portfolio: Portfolio }) {
  const t = useText();
  const { kind } = portfolio;
  const hasEditor = kindEntry(kind).editor !== null;
  return (
    <Card>
      <Empty
        title={t('cycles.empty')}
        action={<FirstBotLink kind={kind} toStrategies={t('cycles.empty.strategies')} />}
        link={hasEditor ? <Link to={kindAddress(kind, 'strategy', NEW_STRATEGY)}>{t('strategy.new')}</Link> : null}
      >
        {t(hasEditor ? 'cycles.empty.how' : 'cycles.empty.howPreset')}
      </Empty>
    </Card>
  );
}
