import { useLivePortfolio } from '#web/api/live/use-live-portfolios.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { OpenResult } from '#web/ui/figures/open-result.tsx';
import type { ChartPeriod } from '#web/ui/values/chart-period.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import { utcDayBefore } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import type { Pnl } from './portfolio-queries.ts';
import type { PortfolioView } from './portfolio-view.ts';

const plain = (figure: string | null, t: Text, decimals = 2): string =>
  figure === null ? '–' : t.number(figure, { decimals });

/** Equity, results and risk of the portfolio. Closed and open results are shown separately. */
export function PortfolioBand({ view, pnl, period }: { view: PortfolioView; pnl: Pnl | null; period: ChartPeriod }) {
  const t = useText();
  const portfolio = useLivePortfolio(view.portfolio);
  // Live portfolios share the wallet of the exchange account, so none has an equity or a drawdown of its own.
  const isLive = portfolio.execution === 'live';
  // Of what was paid in: a deposit is no gain.
  const paidIn = addDecimals([portfolio.walletStart, portfolio.transfers]);
  const gain = sharePercent(addDecimals([portfolio.equity, `-${paidIn}`]), paidIn);
  return (
    <KpiBand label={t('cycles.band')}>
      {isLive ? null : (
        <Kpi
          label={t('cycles.equity')}
          value={<Money kind="amount" value={portfolio.equity} />}
          unit="USDT"
          note={
            <>
              <Pct kind="result" value={gain} unit />{' '}
              {t('cycles.since', { day: utcDayBefore(portfolio.createdAt, view.marketNow, t.language) })}
            </>
          }
        />
      )}
      <Kpi
        label={t('cycles.closedOver', { period: t(`cycles.over.${period}`) })}
        value={<Money value={pnl?.result ?? null} />}
        note={pnl ? <Won pnl={pnl} /> : null}
      />
      <Kpi
        label={t('cycles.open')}
        value={<OpenResult parts={portfolio} />}
        note={t.plural('cycles.openNote', portfolio.openCycles, { margin: plain(portfolio.initialMargin, t) })}
      />
      {isLive ? null : <Drawdown view={view} pnl={pnl} period={period} />}
      {pnl && !isLive ? <Ratios pnl={pnl} /> : null}
    </KpiBand>
  );
}

/** How many won, never without what a win is beside a loss and what the worst cycle cost. */
function Won({ pnl: { statistics } }: { pnl: Pnl }) {
  const t = useText();
  const percent = plain(statistics.winRate && sharePercent(statistics.winRate, '1'), t);
  const won = t.plural('cycles.closedNote', statistics.cycles, { percent });
  const worst = { amount: signed(statistics.worstCycle, t) };
  return `${won} · ${t('cycles.payoff', { payoff: plain(statistics.payoff, t) })} · ${t('cycles.worst', worst)}`;
}

const signed = (figure: string | null, t: Text): string =>
  figure === null ? '–' : t.number(figure, { decimals: 2, sign: 'always' });

/** The drawdown now is below the highest equity ever; the deepest one is that of the period, or of all with its day. */
function Drawdown({ view, pnl, period }: { view: PortfolioView; pnl: Pnl | null; period: ChartPeriod }) {
  const t = useText();
  const { marketNow } = view;
  const portfolio = useLivePortfolio(view.portfolio);
  const at = portfolio.drawdownMaxAt;
  const ofAll = () =>
    t('cycles.drawdownMax', {
      percent: plain(portfolio.drawdownMaxPercent, t),
      day: at === null ? '–' : utcDayBefore(at, marketNow, t.language),
    });
  const ofPeriod = () =>
    t('cycles.drawdownOver', {
      percent: plain(pnl?.statistics.maxDrawdownPercent ?? null, t),
      period: t(`cycles.over.${period}`),
    });
  return (
    <Kpi
      label={t('cycles.drawdownNow')}
      value={<Pct kind="result" value={portfolio.drawdownNowPercent} />}
      unit="%"
      note={period === 'all' ? ofAll() : ofPeriod()}
    />
  );
}

function Ratios({ pnl }: { pnl: Pnl }) {
  const t = useText();
  const { statistics } = pnl;
  const expectancy = signed(statistics.expectancy, t);
  const returns = t.plural(statistics.isFewReturns ? 'cycles.fewReturns' : 'cycles.returns', statistics.dailyReturns);
  return (
    <>
      <Kpi
        label={t('cycles.profitFactor')}
        value={plain(statistics.profitFactor, t)}
        note={t('cycles.aCycle', { amount: expectancy })}
      />
      <Kpi
        label="Sharpe"
        value={plain(statistics.sharpe, t)}
        note={`Sortino ${plain(statistics.sortino, t)} · ${returns}`}
      />
    </>
  );
}
