import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { ComparePoints } from '../history/compare-button.tsx';
import { pointText } from '../path-words.ts';
import type { RunOf } from '../report-queries.ts';
import { allPoints, type PointRow, pointPagesQuery, type TestDetail } from '../test-queries.ts';
import { pointCard } from './point-card.tsx';
import { pointColumns, pointSort } from './point-columns.tsx';
import css from './points.module.css';

interface PointsTabProps {
  readonly test: TestDetail;
  readonly run: RunOf | null;
}

/** Every point of the grid; a row is shown on the other tabs, several are compared. */
export function PointsTab({ test, run }: PointsTabProps) {
  const [sort, setSort] = useSearchSort();
  const usual = test.axes.length > 0 ? '-plateau' : 'rank';
  const filter = { conditionId: test.conditionId, sort: pointSort(sort) ?? usual };
  const pages = useInfiniteQuery(pointPagesQuery(filter));
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  if (pages.isPending) return <SkeletonRows rows={12} />;
  if (pages.isError) return <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <Points
      test={test}
      rows={rows}
      shownId={run?.botId ?? null}
      isStale={pages.isPlaceholderData}
      sort={sort ?? (usual === 'rank' ? { id: 'rank', desc: false } : { id: 'plateau', desc: true })}
      onSort={setSort}
      total={pages.data.pages[0]?.total ?? null}
      onEnd={() => {
        if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
      }}
      allRows={() => allPoints(filter)}
    />
  );
}

interface PointsProps {
  readonly test: TestDetail;
  readonly rows: readonly PointRow[];
  readonly shownId: string | null;
  readonly isStale: boolean;
  readonly sort: NonNullable<ReturnType<typeof useSearchSort>[0]>;
  readonly onSort: ReturnType<typeof useSearchSort>[1];
  readonly total: number | null;
  readonly onEnd: () => void;
  readonly allRows: () => Promise<readonly PointRow[]>;
}

/** The table of the points that are loaded; drawn in view alone, however many there are. */
export function Points({ test, rows, shownId, ...table }: PointsProps) {
  const t = useText();
  const [, setPoint] = useSearchText('point');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => pointColumns(test, t), [test, t]);
  return (
    <section className={css['list']} aria-label={t('backtest.tab.points')}>
      <div className={css['head']}>
        <h2>{t('backtest.tab.points')}</h2>
        <span className={css['quiet']}>{t('backtest.pointsNote')}</span>
        <ComparePoints botIds={[...chosen]} />
      </div>
      <DataTable
        label={t('backtest.tab.points')}
        rows={rows}
        columns={columns}
        rowId={({ botId }) => botId}
        rowHeight={30}
        reusesRows
        isStale={table.isStale}
        sort={table.sort}
        onSort={table.onSort}
        paging={{ total: table.total, onEnd: table.onEnd, allRows: table.allRows }}
        selectedId={null}
        onOpen={({ botId }) => setPoint(botId)}
        selection={{
          ids: chosen,
          onChange: setChosen,
          nameOf: (point) =>
            point.figures === null ? null : pointText(point.point, point.kind, t) || point.symbols.join(),
        }}
        rowTone={({ state }) => (state === 'REFUSED' ? 'danger' : null)}
        storageKey="test-points"
        csvName="test-points"
        card={(point) => pointCard(point, { shownId, t })}
        empty={<Empty title={t('backtest.noPointYet')} />}
      />
    </section>
  );
}
