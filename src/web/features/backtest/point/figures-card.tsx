import type { ReactNode } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { missing, utcDay, utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import type { Report } from '../report-queries.ts';
import css from './point.module.css';

const MINUTE_MS = 60_000;

/** Every figure of a run that the headline does not tell. */
export function FiguresCard({ report }: { readonly report: Report }) {
  const t = useText();
  const facts = [...returnFacts(report, t), ...riskFacts(report, t), ...cycleFacts(report, t)];
  return (
    <Card title={t('backtest.figures')}>
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Fact = readonly [name: string, value: ReactNode];

const ratio = (value: string | null, t: Text): string => (value === null ? missing : t.number(value, { decimals: 2 }));

function returnFacts({ figures, volume }: Report, t: Text): readonly Fact[] {
  return [
    [t('backtest.figure.roi'), <Pct key="roi" kind="result" unit value={figures.roiCommittedPercent} />],
    [t('backtest.figure.committed'), <Money key="committed" kind="amount" value={figures.committedMargin} />],
    [t('backtest.figure.cagr'), <Pct key="cagr" kind="result" unit value={figures.cagrPercent} />],
    [t('backtest.figure.sharpe'), ratio(figures.sharpe, t)],
    [t('backtest.figure.sortino'), ratio(figures.sortino, t)],
    [t('backtest.figure.calmar'), ratio(figures.calmar, t)],
    ...(figures.sharpe === null ? [[t('backtest.figure.fewReturns'), String(figures.dailyReturns)] as const] : []),
    [t('backtest.figure.volume'), <Money key="volume" kind="amount" value={volume} />],
  ];
}

function riskFacts({ figures, equityMin, drawdown }: Report, t: Text): readonly Fact[] {
  const when = (instant: string | undefined) => (instant === undefined ? missing : utcMinute(instant, t.language));
  return [
    [t('backtest.figure.drawdownUsdt'), <Money key="fall" value={`-${figures.maxDrawdown.replace('-', '')}`} />],
    [t('backtest.figure.peakAt'), when(drawdown?.peakAt)],
    [t('backtest.figure.troughAt'), when(drawdown?.troughAt)],
    [
      t('backtest.figure.recoveredAt'),
      drawdown !== null && drawdown.recoveredAt === null
        ? t('backtest.figure.notRecovered')
        : when(drawdown?.recoveredAt ?? undefined),
    ],
    [t('backtest.figure.worstOpen'), <Money key="open" value={figures.worstOpenLoss} />],
    [t('backtest.figure.equityMin'), <Money key="least" kind="amount" value={equityMin} />],
    [t('backtest.figure.peakMargin'), <Money key="margin" kind="amount" value={figures.peakMargin} />],
    [t('backtest.figure.inMarket'), <Pct key="in" kind="plain" unit value={figures.timeInMarketPercent} />],
    [t('backtest.figure.blocked'), <Pct key="blocked" kind="plain" unit value={figures.timeBlockedPercent} />],
    [t('backtest.figure.liquidations'), t.number(String(figures.liquidations))],
  ];
}

function cycleFacts(report: Report, t: Text): readonly Fact[] {
  const { figures, bestDay, worstDay } = report;
  const day = (one: Report['bestDay']) =>
    one === null ? (
      missing
    ) : (
      <>
        <Money value={one.result} /> {utcDay(one.day, t.language)}
      </>
    );
  const lasted = (minutes: number | null) => <Duration ms={minutes === null ? null : minutes * MINUTE_MS} />;
  return [
    [t('backtest.figure.expectancy'), <Money key="expectancy" value={figures.expectancy} />],
    [t('backtest.figure.profitFactor'), ratio(figures.profitFactor, t)],
    [t('backtest.figure.payoff'), ratio(figures.payoff, t)],
    [t('backtest.figure.bestCycle'), <Money key="best" value={figures.bestCycle} />],
    [t('backtest.figure.worstCycle'), <Money key="worst" value={figures.worstCycle} />],
    [t('backtest.figure.bestDay'), day(bestDay)],
    [t('backtest.figure.worstDay'), day(worstDay)],
    [t('backtest.figure.meanCycle'), lasted(report.cycleMinutesMean)],
    [t('backtest.figure.longestCycle'), lasted(report.cycleMinutesMax)],
    [t('backtest.figure.losingStreak'), t.number(String(report.losingStreakMax))],
    [t('backtest.figure.openCycles'), t.number(String(report.cyclesOpen))],
  ];
}
