import type { BotKind } from '#engine/model/bot.ts';
import type { DeletedPortfolios, Portfolio } from '#web/api/portfolio-queries.ts';
import { FirstBotLink } from '#web/bots/first-bot-link.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Bridge } from '#web/ui/figures/bridge.tsx';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { Spark } from '#web/ui/figures/spark.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { LiveParts } from './live-parts.tsx';
import { hasNotBegun, type PortfolioSums, sumPortfolios, sumSparks } from './portfolio-sums.ts';
import css from './totals-card.module.css';

interface TotalsCardProps {
  readonly kind: 'paper' | 'live';
  readonly portfolios: readonly Portfolio[];
  readonly deleted: DeletedPortfolios | null;
}

/** Equity, results and risk in one execution, paper or live, inside its frame. */
export function TotalsCard({ kind, portfolios, deleted }: TotalsCardProps) {
  const t = useText();
  const words = t('portfolio.totalPaper', { portfolios: t.plural('portfolios', portfolios.length) });
  return (
    <section className={css['card']} data-kind={kind} aria-label={words}>
      <header className={css['head']}>
        <KindTag kind={kind} />
        <span>{words}</span>
        <span className={css['spark']}>
          <LiveParts
            portfolios={portfolios}
            draw={(now) => (
              <Spark
                values={sumSparks(now, deleted)}
                width={96}
                height={30}
                isFilled
                label={t('portfolio.sparkLabel', { name: words })}
              />
            )}
          />
        </span>
      </header>
      {deleted === null && portfolios.every(hasNotBegun) ? (
        <NotBegun portfolios={portfolios} label={words} />
      ) : (
        <>
          <Band portfolios={portfolios} deleted={deleted} label={words} />
          <LiveParts portfolios={portfolios} draw={(now) => <SumBridge sums={sumPortfolios(now, deleted)} />} />
          {deleted === null ? null : <Included deleted={deleted} />}
        </>
      )}
    </section>
  );
}

/** What there is before the first bot: the capital, and what to do next. */
function NotBegun({ portfolios, label }: { readonly portfolios: readonly Portfolio[]; readonly label: string }) {
  const t = useText();
  const kind: BotKind | null = portfolios[0]?.kind ?? null;
  return (
    <div className={css['band']}>
      <KpiBand label={label}>
        <Kpi label={t('portfolio.equity')} value={<Equity portfolios={portfolios} />} unit="USDT" />
      </KpiBand>
      <p className={css['next']}>
        {t('portfolio.notBegun')}{' '}
        {kind === null ? null : <FirstBotLink kind={kind} toStrategies={t('cycles.empty.strategies')} />}
      </p>
    </div>
  );
}

function SumBridge({ sums }: { readonly sums: PortfolioSums }) {
  return <Bridge parts={sums} closedCycles={sums.closedCycles} />;
}

function Equity({ portfolios }: { readonly portfolios: readonly Portfolio[] }) {
  const draw = (now: readonly Portfolio[]) => <Money value={sumPortfolios(now).equity} kind="amount" />;
  return <LiveParts portfolios={portfolios} draw={draw} />;
}

/** Names the results of deleted portfolios in the totals, which no row below shows. */
function Included({ deleted }: { readonly deleted: DeletedPortfolios }) {
  const t = useText();
  const money = (value: string) => t.number(value, { decimals: 2, sign: 'always' });
  const { resultToday, result7d, result30d, resultAll } = deleted;
  return (
    <p className={css['next']}>
      {t('portfolio.deletedIncluded', {
        ...{ count: deleted.portfolios, today: money(resultToday), days7: money(result7d) },
        ...{ days30: money(result30d), all: money(resultAll) },
      })}
    </p>
  );
}

function Band({ portfolios, deleted, label }: Omit<TotalsCardProps, 'kind'> & { readonly label: string }) {
  const t = useText();
  const loaded = sumPortfolios(portfolios, deleted);
  return (
    <div className={css['band']}>
      <KpiBand label={label}>
        <Kpi label={t('portfolio.equity')} value={<Equity portfolios={portfolios} />} unit="USDT" />
        <Kpi label={t('portfolio.today')} value={<Money value={loaded.today} />} note={t('portfolio.netNote')} />
        <Kpi label={t('portfolio.days7')} value={<Money value={loaded.days7} />} note={t('portfolio.netNote')} />
        <Kpi label={t('portfolio.days30')} value={<Money value={loaded.days30} />} note={t('portfolio.netNote')} />
        <LiveParts portfolios={portfolios} draw={(now) => <Risk sums={sumPortfolios(now)} />} />
      </KpiBand>
    </div>
  );
}

function Risk({ sums: { deepest, initialMargin, committed } }: { readonly sums: PortfolioSums }) {
  const t = useText();
  return (
    <>
      <Kpi
        label={t('portfolio.drawdownDeepest')}
        value={<Pct value={deepest?.drawdownNowPercent ?? '0'} kind="result" unit />}
        note={deepest?.name ?? t('portfolio.drawdown')}
      />
      <Kpi
        label={t('portfolio.margin')}
        value={<Money value={initialMargin} kind="amount" />}
        note={t('portfolio.ifAllFill', { amount: t.number(committed, { decimals: 2 }) })}
      />
    </>
  );
}
