import { type Text, useText } from '#web/i18n/text.tsx';
import { Kpi, KpiBand } from '#web/ui/figures/kpi.tsx';
import { subtractDecimals } from '#web/ui/values/decimal-sum.ts';
import { missing } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import type { Report } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { asFall, symbolsText } from '../test-words.ts';
import css from './result.module.css';

interface HeadlineProps {
  readonly test: TestDetail;
  readonly report: Report;
}

const DAY_MS = 86_400_000;

/** The five figures that a reader looks for first. */
export function Headline({ report }: HeadlineProps) {
  const t = useText();
  const { figures, paths } = report;
  const held = symbolsText(report.symbols, t).replace(/USDT\b/, '');
  const money = (amount: string) => t.number(amount, { decimals: 2 });
  const signed = (amount: string) => t.number(amount, { decimals: 2, sign: 'always' });
  return (
    <div className={css['headline']}>
      <KpiBand label={t('backtest.headline')}>
        <Kpi
          label={t('backtest.return')}
          value={<Pct kind="result" value={figures.returnPercent} />}
          unit="%"
          note={t('backtest.onWallet', { amount: signed(figures.result), wallet: money(report.equityStart) })}
        />
        <Kpi
          label={t('backtest.against', { symbols: held })}
          value={<Pct kind="result" value={subtractDecimals(figures.returnPercent, figures.marketChangePercent)} />}
          unit={t('backtest.pointsUnit')}
          note={t('backtest.holdingNote', { symbols: held, percent: signed(figures.marketChangePercent) })}
        />
        <Kpi
          label={t('backtest.drawdown')}
          value={<Pct kind="result" value={asFall(figures.maxDrawdownPercent)} />}
          unit="%"
          note={t('backtest.drawdownNote')}
        />
        <Kpi
          label={t('backtest.won')}
          value={<Pct kind="plain" value={figures.winRatePercent} />}
          unit="%"
          note={cyclesText(report, t)}
        />
        <Kpi
          label={t('backtest.pathCost')}
          value={
            paths.differencePercent === null ? missing : <Pct kind="result" value={asFall(paths.differencePercent)} />
          }
          unit={t('backtest.pointsUnit')}
          note={t(report.flags.includes('PATH_SENSITIVE') ? 'backtest.pathSensitive' : 'backtest.pathSteady')}
        />
      </KpiBand>
    </div>
  );
}

/** "112 closed cycles, 2.7 a day · 1 open at the end". */
function cyclesText({ figures, cyclesOpen, dateFrom, dateTo }: Report, t: Text): string {
  const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS;
  const rate = days > 0 ? figures.cycles / days : 0;
  const closed = t.plural('backtest.cyclesNote', figures.cycles, { rate: t.number(rate.toFixed(1)) });
  return cyclesOpen === 0 ? closed : `${closed} · ${t('backtest.openNote', { count: t.number(String(cyclesOpen)) })}`;
}
