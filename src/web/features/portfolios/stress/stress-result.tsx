import { useQuery } from '@tanstack/react-query';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import css from './stress.module.css';
import { StressBetas } from './stress-betas.tsx';
import { type StressTest, stressQuery } from './stress-query.ts';
import { stressOf, stressSums } from './stress-rows.ts';
import { FundsTable, PositionsTable } from './stress-tables.tsx';

const HEIGHT = 320;

interface StressResultProps {
  readonly percent: number;
  readonly portfolios: readonly Portfolio[];
}

/** The outcome of one fall for the portfolios of one execution. */
export function StressResult({ percent, portfolios }: StressResultProps) {
  const stress = useQuery(stressQuery(percent));
  if (stress.isPending) return <SkeletonBlock height={HEIGHT} />;
  const own = new Set(portfolios.map(({ portfolioId }) => portfolioId));
  return (
    <>
      {stress.error === null ? null : <ProblemNote error={stress.error} onRetry={() => void stress.refetch()} />}
      {stress.data === undefined ? null : (
        <div className={css['result']} data-stale={stress.isPlaceholderData || undefined}>
          <Outcome test={stressOf(stress.data, own)} />
        </div>
      )}
    </>
  );
}

function Outcome({ test }: { readonly test: StressTest }) {
  const t = useText();
  const behind =
    test.behind.length === 0 ? null : (
      <p className={css['hint']}>{t('stress.behind', { names: test.behind.join(', ') })}</p>
    );
  if (test.bots.length === 0) {
    return (
      <>
        <Empty title={t('stress.none')} />
        {behind}
      </>
    );
  }
  return (
    <>
      <Sums test={test} />
      <PositionsTable test={test} />
      <FundsTable portfolios={test.portfolios} />
      {behind}
      <StressBetas test={test} />
    </>
  );
}

function Sums({ test }: { readonly test: StressTest }) {
  const t = useText();
  const sums = stressSums(test);
  const free = t.number(sums.freeMargin, { decimals: 2 });
  return (
    <KpiBand label={t('stress.band', { percent: test.marketPercent })}>
      <Kpi
        label={t('stress.change')}
        value={<Money value={sums.change} />}
        unit="USDT"
        note={<Pct kind="result" value={sharePercent(sums.change, sums.equity)} unit />}
      />
      <Kpi
        label={t('stress.equityAfter')}
        value={<Money kind="amount" value={addDecimals([sums.equity, sums.change])} />}
        unit="USDT"
      />
      <Kpi
        label={t('stress.freeMargin')}
        value={<Money kind="amount" value={sums.freeMarginAfter} />}
        unit="USDT"
        note={t('stress.before', { amount: free })}
      />
      <Kpi label={t('stress.liquidated')} value={sums.liquidated} note={t('stress.stopped', { count: sums.stopped })} />
      <Kpi label={t('stress.averaging')} value={sums.averaging} note={t('stress.stepsTaken', { count: sums.steps })} />
    </KpiBand>
  );
}
