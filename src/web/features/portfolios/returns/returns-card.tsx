import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMarketNow } from '#web/api/live/use-live.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { type DeletedReturn, type Returns, returnsQuery } from '#web/api/returns-query.ts';
import { ReturnsChart } from '#web/charts/returns-chart.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { type ChartPeriod, firstDayOf } from '#web/ui/values/chart-period.ts';
import { utcDayBefore, utcMinute } from '#web/ui/values/format.ts';
import { LiveParts } from '../live-parts.tsx';
import { HOLDING, returnLines } from './return-lines.ts';
import { type ReturnRow, returnRows } from './return-rows.ts';
import css from './returns.module.css';
import { ReturnsTable } from './returns-table.tsx';

const periods = ['7d', '30d', 'all'] as const satisfies readonly ChartPeriod[];
const HEIGHT = 304;
const HEIGHT_PHONE = 220;
/** Of a line of the table below the chart, which has a head, a sum and a note besides its portfolios. */
const ROW_HEIGHT = 28;

interface ReturnsCardProps {
  readonly kind: 'paper' | 'live';
  readonly portfolios: readonly Portfolio[];
}

/** Return by portfolio beside holding the same coins; its period filters this card alone. */
export function ReturnsCard({ kind, portfolios }: ReturnsCardProps) {
  const t = useText();
  const [periodText, setPeriod] = useSearchText('returns');
  const period = periods.find((one) => one === periodText) ?? 'all';
  const marketNow = useMarketNow();
  const from = marketNow === null ? null : firstDayOf(period, marketNow);
  const returns = useQuery({ ...returnsQuery(from), enabled: marketNow !== null || period === 'all' });
  const { data } = returns;
  return (
    <Card
      title={t('returns.title')}
      note={data === undefined ? null : t('returns.since', { day: utcDayBefore(data.dateFrom, now(data), t.language) })}
      actions={
        <Chips
          label={t('returns.period')}
          value={period}
          onChange={(next) => setPeriod(next === 'all' ? null : next)}
          items={periods.map((value) => ({ value, label: t(`cycles.period.${value}`) }))}
        />
      }
      isFlush
    >
      {returns.error ? <ProblemNote error={returns.error} onRetry={() => void returns.refetch()} /> : null}
      {returns.isPending ? <SkeletonBlock height={HEIGHT + ROW_HEIGHT * (portfolios.length + 3)} /> : null}
      {data === undefined ? null : (
        <div className={css['body']} data-stale={returns.isPlaceholderData || undefined}>
          <LiveParts
            portfolios={portfolios}
            draw={(now) => (
              <LoadedReturns
                returns={data}
                rows={returnRows(data, now)}
                deleted={data.deleted.filter(({ execution }) => execution === kind)}
                viewKey={data.dateFrom}
              />
            )}
          />
        </div>
      )}
    </Card>
  );
}

const now = ({ dateTo }: Returns): number => Date.parse(dateTo);

interface LoadedReturnsProps {
  readonly returns: Returns;
  readonly rows: readonly ReturnRow[];
  readonly deleted: readonly DeletedReturn[];
  readonly viewKey: string;
}

function LoadedReturns({ returns, rows, deleted, viewKey }: LoadedReturnsProps) {
  const shown = rows.map(({ portfolio, percent }) => `${portfolio.name} ${percent}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are drawn again when a return moves by what is shown.
  const chart = useMemo(() => <Lines {...{ returns, rows, deleted, viewKey }} />, [returns, shown, viewKey]);
  return (
    <>
      {chart}
      <ReturnsTable rows={rows} deleted={deleted} />
    </>
  );
}

/** The point of a line at an instant; lines are drawn by whole seconds. */
const pointAt = <Point extends { readonly time: number }>(points: readonly Point[], time: string): Point | undefined =>
  points.find((one) => one.time === Math.floor(Date.parse(time) / 1_000) * 1_000);

function Lines({ returns, rows, deleted, viewKey }: LoadedReturnsProps) {
  const t = useText();
  const isPhone = useIsPhone();
  const lines = returnLines(returns.times, rows, deleted);
  const names = Object.fromEntries([
    ...rows.map(({ portfolio }) => [portfolio.portfolioId, portfolio.name] as const),
    [HOLDING, t('returns.holding')],
  ]);
  const table = () => ({
    head: [t('cycles.time'), ...lines.map(({ id }) => `${names[id]}, %`)],
    rows: returns.times.map((time) => [
      utcMinute(time, t.language),
      ...lines.map(({ points }) => {
        const point = pointAt(points, time);
        return point === undefined ? '–' : t.number(point.percent.toFixed(2), { decimals: 2, sign: 'always' });
      }),
    ]),
    file: {
      name: 'return-curves',
      rows: returns.times.map((time) => [time, ...lines.map(({ points }) => pointAt(points, time)?.percent ?? null)]),
    },
  });
  if (lines.length === 0) return <Empty title={t('returns.none')} />;
  return (
    <ReturnsChart
      viewKey={viewKey}
      label={t('returns.title')}
      names={names}
      showTable={t('chart.table')}
      showChart={t('chart.chart')}
      height={isPhone ? HEIGHT_PHONE : HEIGHT}
      lines={lines}
      table={table}
    />
  );
}
