import { Link } from '@tanstack/react-router';
import type { Portfolio } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';

/** A portfolio in which nothing has happened yet: what to do next, and no figures. */
export function EmptyPortfolio({ portfolio }: { portfolio: Portfolio }) {
  const t = useText();
  return (
    <Card>
      <Empty
        title={t('cycles.empty')}
        action={<Link to={kindAddress(portfolio.kind, 'strategy')}>{t('cycles.empty.strategies')}</Link>}
        link={<Link to={kindAddress(portfolio.kind, 'strategy', NEW_STRATEGY)}>{t('strategy.new')}</Link>}
      >
        {t('cycles.empty.how')}
      </Empty>
    </Card>
  );
}
