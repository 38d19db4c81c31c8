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

/**
 * Results and risk in one execution, paper or live, inside its frame. Equity is that of paper wallets only: live portfolios
 * share the wallet of the exchange account, whose figures are on their pages.
 */
export function TotalsCard({ kind, portfolios, deleted }: TotalsCardProps) {
  const t = useText();
  const isPaper = kind === 'paper';
  const words = t(isPaper ? 'portfolio.totalPaper' : 'portfolio.totalLive', {
    portfolios: t.plural('portfolios', portfolios.length),
  });
  return (
    <section className={css['card']} data-kind={kind} aria-label={words}>
      <header className={css['head']}>
        <KindTag kind={kind} />
        <span>{words}</span>
        {isPaper ? (
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
        ) : null}
      </header>
      {deleted === null && portfolios.every(hasNotBegun) ? (
        <NotBegun kind={kind} portfolios={portfolios} label={words} />
      ) : (
        <>
          <Band kind={kind} portfolios={portfolios} deleted={deleted} label={words} />
          {isPaper ? (
            <LiveParts portfolios={portfolios} draw={(now) => <SumBridge sums={sumPortfolios(now, deleted)} />} />
          ) : null}
          {deleted === null ? null : <Included deleted={deleted} />}
        </>
      )}
    </section>
  );
}

/** What there is before the first bot: the capital, and what to do next. */
function NotBegun({ kind, portfolios, label }: Omit<BandProps, 'deleted'>) {
  const t = useText();
  const botKind: BotKind | null = portfolios[0]?.kind ?? null;
  return (
    <div className={css['band']}>
      {kind === 'paper' ? (
        <KpiBand label={label}>
          <Kpi label={t('portfolio.equity')} value={<Equity portfolios={portfolios} />} unit="USDT" />
        </KpiBand>
      ) : null}
      <p className={css['next']}>
        {t('portfolio.notBegun')}{' '}
        {botKind === null ? null : <FirstBotLink kind={botKind} toStrategies={t('cycles.empty.strategies')} />}
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

interface BandProps extends TotalsCardProps {
  readonly label: string;
}

function Band({ kind, portfolios, deleted, label }: BandProps) {
  const t = useText();
  const loaded = sumPortfolios(portfolios, deleted);
  return (
    <div className={css['band']}>
      <KpiBand label={label}>
        {kind === 'paper' ? (
          <Kpi label={t('portfolio.equity')} value={<Equity portfolios={portfolios} />} unit="USDT" />
        ) : null}
        <Kpi label={t('portfolio.today')} value={<Money value={loaded.today} />} note={t('portfolio.netNote')} />
        <Kpi label={t('portfolio.days7')} value={<Money value={loaded.days7} />} note={t('portfolio.netNote')} />
        <Kpi label={t('portfolio.days30')} value={<Money value={loaded.days30} />} note={t('portfolio.netNote')} />
        <LiveParts portfolios={portfolios} draw={(now) => <Risk kind={kind} sums={sumPortfolios(now)} />} />
      </KpiBand>
    </div>
  );
}

interface RiskProps extends Pick<TotalsCardProps, 'kind'> {
  readonly sums: PortfolioSums;
}

function Risk({ kind, sums: { deepest, initialMargin, committed } }: RiskProps) {
  const t = useText();
  return (
    <>
      {kind === 'paper' ? (
        <Kpi
          label={t('portfolio.drawdownDeepest')}
          value={<Pct value={deepest?.drawdownNowPercent ?? '0'} kind="result" unit />}
          note={deepest?.name ?? t('portfolio.drawdown')}
        />
      ) : null}
      <Kpi
        label={t('portfolio.margin')}
        value={<Money value={initialMargin} kind="amount" />}
        note={t('portfolio.ifAllFill', { amount: t.number(committed, { decimals: 2 }) })}
      />
    </>
  );
}
