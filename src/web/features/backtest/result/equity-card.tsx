import { RunChart } from '#web/charts/run/run-chart.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { PointName } from '../point/point-name.tsx';
import type { Report } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { chartPoints } from './chart-points.ts';
import css from './result.module.css';

const HEIGHT = 380;
const HEIGHT_PHONE = 280;
const curves = ['equity', 'closed', 'holding', 'drawdown'] as const;

interface EquityCardProps {
  readonly test: TestDetail;
  readonly report: Report;
}

/** Equity with open results beside the closed one and holding; the drawdown below. */
export function EquityCard({ test, report }: EquityCardProps) {
  const t = useText();
  const isPhone = useIsPhone();
  const names = Object.fromEntries(curves.map((curve) => [curve, t(`backtest.curve.${curve}`)]));
  return (
    <Card
      title={t('backtest.equity')}
      note={test.axes.length === 0 ? undefined : <PointName botId={report.botId} />}
      actions={
        <span className={css['legend']}>
          {curves.map((curve) => (
            <span key={curve} data-curve={curve}>
              {names[curve]}
            </span>
          ))}
        </span>
      }
      isFlush
    >
      <RunChart
        viewKey={`${report.botId} ${report.slice}`}
        label={t('backtest.equity')}
        showTable={t('chart.table')}
        showChart={t('chart.chart')}
        height={isPhone ? HEIGHT_PHONE : HEIGHT}
        names={names}
        points={chartPoints(report)}
        table={() => curveTable(report, t)}
      />
    </Card>
  );
}

function curveTable(report: Report, t: Text) {
  const money = (amount: string) => t.number(amount, { decimals: 2 });
  return {
    head: [t('cycles.time'), ...curves.map((curve) => t(`backtest.curveUsdt.${curve}`))],
    rows: report.curve.map(({ ts, equity, closed, holding, drawdownPercent }) => [
      utcMinute(ts, t.language),
      money(equity),
      money(closed),
      money(holding),
      money(drawdownPercent),
    ]),
    file: {
      name: 'equity',
      rows: report.curve.map(({ ts, equity, closed, holding, drawdownPercent }) => {
        return [ts, equity, closed, holding, drawdownPercent];
      }),
    },
  };
}
