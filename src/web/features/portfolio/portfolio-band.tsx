import { type Text, useText } from '#web/i18n/text.tsx';
import { openOf } from '#web/ui/figures/bridge-terms.ts';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
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
export function PortfolioBand({ view, pnl }: { view: PortfolioView; pnl: Pnl | null }) {
  const t = useText();
  const { portfolio } = view;
  // Of what was paid in: a deposit is no gain.
  const paidIn = addDecimals([portfolio.walletStart, portfolio.transfers]);
  const gain = sharePercent(addDecimals([portfolio.equity, `-${paidIn}`]), paidIn);
  return (
    <KpiBand label={t('cycles.band')}>
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
      <Kpi
        label={t('cycles.closedNet')}
        value={<Money value={pnl?.result ?? null} />}
        note={
          pnl
            ? t.plural('cycles.closedNote', pnl.statistics.cycles, {
                percent: plain(pnl.statistics.winRate && sharePercent(pnl.statistics.winRate, '1'), t, 0),
              })
            : null
        }
      />
      <Kpi
        label={t('cycles.open')}
        value={<Money value={openOf(portfolio)} />}
        note={t.plural('cycles.openNote', portfolio.openCycles, { margin: plain(portfolio.initialMargin, t, 0) })}
      />
      <Drawdown view={view} />
      {pnl ? <Ratios pnl={pnl} /> : null}
    </KpiBand>
  );
}

function Drawdown({ view: { portfolio, marketNow } }: { view: PortfolioView }) {
  const t = useText();
  const max = plain(portfolio.drawdownMaxPercent, t);
  const at = portfolio.drawdownMaxAt;
  return (
    <Kpi
      label={t('cycles.drawdownNow')}
      value={<Pct kind="result" value={portfolio.drawdownNowPercent} />}
      unit="%"
      note={t('cycles.drawdownMax', { percent: max, day: at === null ? '–' : utcDayBefore(at, marketNow, t.language) })}
    />
  );
}

function Ratios({ pnl }: { pnl: Pnl }) {
  const t = useText();
  const { statistics } = pnl;
  const expectancy =
    statistics.expectancy === null ? '–' : t.number(statistics.expectancy, { decimals: 2, sign: 'always' });
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
