import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ReportProblem } from '../point/report-problem.tsx';
import css from '../points/points.module.css';
import { allFills, fillPagesQuery, type RunOf, type TestFill } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { fillColumns } from './fill-columns.tsx';
import { PriceChart } from './price-chart.tsx';
import { runWindow } from './run-window.ts';

const HEIGHT = 320;
/** More marks on one chart would cover the candles. */
const MARKS_MAX = 400;
/** More labels would cover one another; their arrows say buy or sell. */
const LABELS_MAX = 60;

interface FillsTabProps {
  readonly test: TestDetail;
  readonly run: RunOf;
}

/** Every executed order of the run, on the candles and in a table. */
export function FillsTab({ test, run }: FillsTabProps) {
  const pages = useInfiniteQuery(fillPagesQuery(run));
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const t = useText();
  if (pages.isPending) return <SkeletonRows rows={12} />;
  if (pages.isError)
    return <ReportProblem error={pages.error} conditionId={test.conditionId} onRetry={() => void pages.refetch()} />;
  if (rows.length === 0) return <Empty title={t('backtest.noFills')} />;
  return (
    <>
      <RunCandles test={test} fills={rows} />
      <FillList
        run={run}
        rows={rows}
        total={pages.data.pages[0]?.total ?? null}
        onEnd={() => {
          if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
        }}
      />
    </>
  );
}

function RunCandles({ test, fills }: { readonly test: TestDetail; readonly fills: readonly TestFill[] }) {
  const t = useText();
  const [hovered, setHovered] = useState<string | null>(null);
  const symbols = [...new Set(fills.map(({ symbol }) => symbol))];
  const [chosen, setChosen] = useState(symbols[0] ?? '');
  const own = fills.filter(({ symbol }) => symbol === chosen);
  return (
    <Card
      title={t('backtest.prices')}
      note={own.length > MARKS_MAX ? t('backtest.firstFills', { count: MARKS_MAX }) : undefined}
      actions={
        symbols.length > 1 ? (
          <ChoiceList
            aria-label={t('backtest.column.symbol')}
            value={chosen}
            onChange={setChosen}
            options={symbols.map((value) => ({ value, label: value }))}
          />
        ) : undefined
      }
      isFlush
    >
      <PriceChart
        label={t('backtest.prices')}
        window={runWindow(chosen, test)}
        lines={[]}
        trades={own.slice(0, MARKS_MAX)}
        hasLabels={own.length <= LABELS_MAX}
        hovered={hovered}
        onHover={setHovered}
        height={HEIGHT}
      />
    </Card>
  );
}

interface FillListProps {
  readonly run: RunOf;
  readonly rows: readonly TestFill[];
  readonly total: number | null;
  readonly onEnd: () => void;
}

function FillList({ run, rows, total, onEnd }: FillListProps) {
  const t = useText();
  const columns = useMemo(() => fillColumns(t), [t]);
  return (
    <section className={css['list']} aria-label={t('backtest.tab.fills')}>
      <div className={css['head']}>
        <h2>{t('backtest.tab.fills')}</h2>
      </div>
      <DataTable
        label={t('backtest.tab.fills')}
        rows={rows}
        columns={columns}
        rowId={({ tradeId }) => tradeId}
        rowHeight={28}
        paging={{ total, onEnd, allRows: () => allFills(run) }}
        storageKey="test-fills"
        csvName="test-fills"
      />
    </section>
  );
}
