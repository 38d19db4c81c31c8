import { Link } from '@tanstack/react-router';
import type { BotKind } from '#engine/model/bot.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Bridge } from '#web/ui/figures/bridge.tsx';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { Spark } from '#web/ui/figures/spark.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { hasNotBegun, type PortfolioSums, sumPortfolios } from './portfolio-sums.ts';
import css from './totals-card.module.css';

interface TotalsCardProps {
  readonly kind: 'paper' | 'live';
  readonly portfolios: readonly Portfolio[];
}

/** Equity, results and risk in one execution, paper or live, inside its frame. */
export function TotalsCard({ kind, portfolios }: TotalsCardProps) {
  const t = useText();
  const sums = sumPortfolios(portfolios);
  const words = t('portfolio.totalPaper', { portfolios: t.plural('portfolios', portfolios.length) });
  return (
    <section className={css['card']} data-kind={kind} aria-label={words}>
      <header className={css['head']}>
        <KindTag kind={kind} />
        <span>{words}</span>
        <span className={css['spark']}>
          <Spark
            values={sums.spark}
            width={96}
            height={30}
            isFilled
            label={t('portfolio.sparkLabel', { name: words })}
          />
        </span>
      </header>
      {portfolios.every(hasNotBegun) ? (
        <NotBegun equity={sums.equity} label={words} kind={portfolios[0]?.kind ?? null} />
      ) : (
        <>
          <Band sums={sums} label={words} />
          <Bridge parts={sums} closedCycles={sums.closedCycles} />
        </>
      )}
    </section>
  );
}

/** What there is before the first bot: the capital, and what to do next. */
function NotBegun({ equity, label, kind }: { equity: string; label: string; kind: BotKind | null }) {
  const t = useText();
  return (
    <div className={css['band']}>
      <KpiBand label={label}>
        <Kpi label={t('portfolio.equity')} value={<Money value={equity} kind="amount" />} unit="USDT" />
      </KpiBand>
      <p className={css['next']}>
        {t('portfolio.notBegun')}{' '}
        {kind === null ? null : <Link to={kindAddress(kind, 'strategy')}>{t('cycles.empty.strategies')}</Link>}
      </p>
    </div>
  );
}

function Band({ sums, label }: { readonly sums: PortfolioSums; readonly label: string }) {
  const t = useText();
  const { deepest } = sums;
  return (
    <div className={css['band']}>
      <KpiBand label={label}>
        <Kpi label={t('portfolio.equity')} value={<Money value={sums.equity} kind="amount" />} unit="USDT" />
        <Kpi label={t('portfolio.today')} value={<Money value={sums.today} />} note={t('portfolio.netNote')} />
        <Kpi label={t('portfolio.days7')} value={<Money value={sums.days7} />} note={t('portfolio.netNote')} />
        <Kpi label={t('portfolio.days30')} value={<Money value={sums.days30} />} note={t('portfolio.netNote')} />
        <Kpi
          label={t('portfolio.drawdownDeepest')}
          value={<Pct value={deepest?.drawdownNowPercent ?? '0'} kind="result" unit />}
          note={deepest?.name ?? t('portfolio.drawdown')}
        />
        <Kpi
          label={t('portfolio.margin')}
          value={<Money value={sums.initialMargin} kind="amount" />}
          note={t('portfolio.ifAllFill', { amount: t.number(sums.committed, { decimals: 2 }) })}
        />
      </KpiBand>
    </div>
  );
}
