import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { ReportProblem } from '../point/report-problem.tsx';
import css from '../points/points.module.css';
import { allCycles, cyclePagesQuery, type RunOf, reportQuery } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { testCycleCard } from './cycle-card.tsx';
import { cycleOrder, testCycleColumns } from './cycle-columns.tsx';
import { useDecimals } from './use-decimals.ts';

interface CyclesTabProps {
  readonly test: TestDetail;
  readonly run: RunOf;
}

/** Every cycle of the run; a row opens its chart, orders and log. */
export function CyclesTab({ test, run }: CyclesTabProps) {
  const t = useText();
  const [sort, setSort] = useSearchSort();
  const [openId, setOpenId] = useSearchText('cycle');
  const pages = useInfiniteQuery(cyclePagesQuery(run, cycleOrder(sort)));
  const cyclesOpen = useQuery(reportQuery(run)).data?.cyclesOpen ?? 0;
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const decimals = useDecimals(test.symbols);
  const columns = useMemo(() => testCycleColumns(t, decimals), [t, decimals]);
  if (pages.isPending) return <SkeletonRows rows={12} />;
  if (pages.isError)
    return <ReportProblem error={pages.error} conditionId={test.conditionId} onRetry={() => void pages.refetch()} />;
  return (
    <section className={css['list']} aria-label={t('backtest.tab.cycles')}>
      <div className={css['head']}>
        <h2>
          {t.plural('backtest.cycles', pages.data.pages[0]?.total ?? rows.length)}
          {cyclesOpen === 0 ? '' : ` · ${t('backtest.openNote', { count: t.number(String(cyclesOpen)) })}`}
        </h2>
      </div>
      <DataTable
        label={t('backtest.tab.cycles')}
        rows={rows}
        columns={columns}
        rowId={({ cycleId }) => cycleId}
        rowHeight={30}
        sort={sort}
        onSort={setSort}
        paging={{
          total: pages.data.pages[0]?.total ?? null,
          onEnd: () => {
            if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
          },
          allRows: () => allCycles(run, cycleOrder(sort)),
        }}
        selectedId={openId === '' ? null : openId}
        onOpen={({ cycleId }) => setOpenId(cycleId)}
        linkColumn="symbol"
        storageKey="test-cycles"
        csvName="test-cycles"
        card={(cycle) => testCycleCard(cycle, t)}
        empty={<Empty title={t('backtest.noCycles')} />}
      />
    </section>
  );
}
