import type { ReturnLine, ReturnLook } from '#web/charts/canvas/returns-drawing.ts';
import { ReturnsChart } from '#web/charts/returns-chart.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import type { PointComparison } from '../test-queries.ts';
import { comparedName } from './compare-names.ts';

const HEIGHT = 340;
const HEIGHT_PHONE = 240;
const looks = [1, 2, 3, 4, 5, 6] as const satisfies readonly ReturnLook[];

/** The equity of each point in percent of its start. The looks repeat from the seventh on; the legend tells the lines apart. */
export function CompareChart({ comparison }: { readonly comparison: PointComparison }) {
  const t = useText();
  const isPhone = useIsPhone();
  const names = Object.fromEntries(comparison.items.map((item) => [item.bot.botId, comparedName(item, t)]));
  const lines = comparison.items.flatMap((item, index) => lineOf(item, looks[index % looks.length] ?? 1));
  return (
    <Card title={t('backtest.equity')} note={t('backtest.compareNote')} isFlush>
      <ReturnsChart
        viewKey={Object.keys(names).join()}
        label={t('backtest.equity')}
        names={names}
        showTable={t('chart.table')}
        showChart={t('chart.chart')}
        height={isPhone ? HEIGHT_PHONE : HEIGHT}
        lines={lines}
        table={() => tableOf(lines)}
      />
    </Card>
  );

  function tableOf(drawn: readonly ReturnLine[]) {
    const times = [...new Set(drawn.flatMap(({ points }) => points.map(({ time }) => time)))].toSorted((a, b) => a - b);
    return {
      head: [t('cycles.time'), ...drawn.map(({ id }) => `${names[id]}, %`)],
      rows: times.map((time) => [
        utcMinute(new Date(time).toISOString(), t.language),
        ...drawn.map((line) => {
          const percent = percentAt(line, time);
          return percent === null ? missing : t.number(percent.toFixed(2), { decimals: 2, sign: 'always' });
        }),
      ]),
      file: {
        name: 'compared-equity',
        rows: times.map((time) => [new Date(time).toISOString(), ...drawn.map((line) => percentAt(line, time))]),
      },
    };
  }
}

function percentAt({ points }: ReturnLine, time: number): number | null {
  return points.find((one) => one.time === time)?.percent ?? null;
}

function lineOf({ bot, points }: PointComparison['items'][number], look: ReturnLook): readonly ReturnLine[] {
  const start = Number(points[0]?.equity ?? 0);
  if (start === 0) return [];
  const drawn = points.map(({ ts, equity }) => ({
    time: Date.parse(ts),
    percent: (100 * (Number(equity) - start)) / start,
  }));
  return [{ id: bot.botId, look, points: drawn }];
}
