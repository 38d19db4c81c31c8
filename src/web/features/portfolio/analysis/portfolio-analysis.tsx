import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { hasLadder } from '#web/kinds/kind-view.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { type ChartPeriod, firstDayOf } from '#web/ui/values/chart-period.ts';
import { costsOf } from '../cycles/waterfall/waterfall.ts';
import { WaterfallBars } from '../cycles/waterfall/waterfall-bars.tsx';
import css from '../portfolio.module.css';
import { pnlQuery } from '../portfolio-queries.ts';
import type { PortfolioView } from '../portfolio-view.ts';
import { BenchmarkCard } from './benchmark-card.tsx';
import { BreakdownCard } from './breakdown-card.tsx';
import { type Breakdown, breakdownQuery } from './breakdown-query.ts';
import { ScaleCard } from './scale/scale-card.tsx';
import { SpansCard } from './spans-card.tsx';
import { StepsCard } from './steps-card.tsx';

const HEIGHT = 420;

/** What the result of a period is made of: costs, time, and symbols, sides, reasons and versions. */
export function PortfolioAnalysis({ view, period }: { readonly view: PortfolioView; readonly period: ChartPeriod }) {
  const { portfolio, marketNow } = view;
  const { portfolioId } = portfolio;
  const from = marketNow === null ? null : firstDayOf(period, marketNow);
  const enabled = marketNow !== null || period === 'all';
  const breakdown = useQuery({ ...breakdownQuery(portfolioId, from), enabled });
  const pnl = useQuery({ ...pnlQuery(portfolioId, from), enabled, placeholderData: (before) => before });
  const failed = breakdown.error ?? pnl.error;
  const retry = () => {
    void breakdown.refetch();
    void pnl.refetch();
  };
  const isStale = breakdown.isPlaceholderData || pnl.isPlaceholderData;
  return (
    <>
      {failed === null ? null : <ProblemNote error={failed} onRetry={retry} />}
      {breakdown.data === undefined || pnl.data === undefined ? (
        failed === null && <SkeletonBlock height={HEIGHT} />
      ) : (
        <div className={css['analysis']} data-stale={isStale || undefined}>
          <CostsCard total={breakdown.data.total} />
          <SpansCard days={pnl.data.days} />
          <BreakdownCard breakdown={breakdown.data} />
          {hasLadder(portfolio.kind) ? <StepsCard steps={breakdown.data.steps} /> : null}
          {breakdown.data.steps.length > 1 ? <ScaleCard key={from} portfolioId={portfolioId} from={from} /> : null}
          <BenchmarkCard portfolioId={portfolioId} from={from} pnl={pnl.data} />
        </div>
      )}
    </>
  );
}

function CostsCard({ total }: Pick<Breakdown, 'total'>) {
  const t = useText();
  return (
    <Card title={t('analysis.costs')} note={t.plural('analysis.ended', total.cycles)}>
      {total.cycles === 0 ? (
        <Empty title={t('analysis.none')} />
      ) : (
        <section className={css['waterfall']} aria-label={t('analysis.costs')}>
          <WaterfallBars waterfall={costsOf(total)} sum={t('analysis.net')} />
          <p className={css['quiet']}>{t('analysis.costsNote')}</p>
        </section>
      )}
    </Card>
  );
}
