import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { PortfolioList } from './portfolio-list.tsx';
import { PortfolioTable } from './portfolio-table.tsx';

type Filter = 'all' | 'needs' | 'running';

const fits = {
  all: () => true,
  needs: (portfolio: Portfolio) => portfolio.botsInError > 0,
  running: (portfolio: Portfolio) => portfolio.botsRunning > 0,
} as const satisfies Record<Filter, (portfolio: Portfolio) => boolean>;

interface PortfolioRowsProps {
  readonly portfolios: readonly Portfolio[];
  readonly isPhone: boolean;
}

/** Filter chips, which live in the address, over a table or over cards. */
export function PortfolioRows({ portfolios, isPhone }: PortfolioRowsProps) {
  const t = useText();
  const [asked, setAsked] = useSearchText('show');
  const filter: Filter = asked === 'needs' || asked === 'running' ? asked : 'all';
  const shown = portfolios.filter(fits[filter]);
  const needs = portfolios.filter(fits.needs).length;
  const chips = (
    <Chips<Filter>
      label={t('portfolio.filter')}
      value={filter}
      onChange={(next) => setAsked(next === 'all' ? null : next)}
      items={[
        { value: 'all', label: t('portfolio.filterAll'), count: portfolios.length },
        ...(needs > 0
          ? [{ value: 'needs' as const, label: t('portfolio.filterNeeds'), count: needs, tone: 'danger' as const }]
          : []),
        { value: 'running', label: t('portfolio.filterRunning'), count: portfolios.filter(fits.running).length },
      ]}
    />
  );
  const rows =
    shown.length === 0 ? (
      <Empty
        title={t('portfolio.noneHere')}
        action={<Button onClick={() => setAsked(null)}>{t('portfolio.showAll')}</Button>}
      />
    ) : isPhone ? (
      <PortfolioList portfolios={shown} />
    ) : (
      <PortfolioTable portfolios={shown} />
    );
  if (isPhone) {
    return (
      <>
        {chips}
        {rows}
      </>
    );
  }
  return (
    <Card isFlush title={chips}>
      {rows}
    </Card>
  );
}
