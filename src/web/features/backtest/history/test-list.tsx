import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { TableToolbar } from '#web/ui/table/table-toolbar.tsx';
import { allTests, type ListedTest, testPagesQuery } from '../test-queries.ts';
import { CompareButton } from './compare-button.tsx';
import { FigureBounds } from './figure-bounds.tsx';
import css from './history.module.css';
import { testCard } from './test-card.tsx';
import { testColumns } from './test-columns.tsx';
import { type TestShow, testShows, useTestFilter } from './use-test-filter.ts';

const NO_ROWS: readonly ListedTest[] = [];

/** Every test of the user; filters and order are in the address. */
export function TestList() {
  const t = useText();
  const filter = useTestFilter();
  const pages = useInfiniteQuery(testPagesQuery(filter.query));
  if (pages.isPending) return <SkeletonRows rows={8} />;
  if (pages.isError) return <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} />;
  const rows = pages.data.pages.flatMap(({ items }) => items);
  return (
    <section className={css['list']} aria-label={t('backtest.history')}>
      <Rows
        rows={rows.length === 0 ? NO_ROWS : rows}
        filter={filter}
        isStale={pages.isPlaceholderData}
        total={pages.data.pages[0]?.total ?? null}
        onEnd={() => {
          if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
        }}
      />
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly ListedTest[];
  readonly filter: ReturnType<typeof useTestFilter>;
  readonly isStale: boolean;
  readonly total: number | null;
  readonly onEnd: () => void;
}

function Rows({ rows, filter, isStale, total, onEnd }: RowsProps) {
  const t = useText();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => testColumns(t), [t]);
  const { show, setShow, search, setSearch, sort, setSort } = filter;
  return (
    <>
      <TableToolbar search={{ label: t('backtest.search'), value: search, onChange: setSearch }}>
        <h2>{t('backtest.history')}</h2>
        <Chips
          label={t('backtest.filter')}
          value={show}
          onChange={(value: TestShow) => setShow(value === 'all' ? null : value)}
          items={testShows.map((value) => ({ value, label: t(`backtest.show.${value}`) }))}
        />
        <FigureBounds bounds={filter.bounds} />
        <CompareButton tests={rows.filter(({ conditionId }) => chosen.has(conditionId))} />
      </TableToolbar>
      <DataTable
        label={t('backtest.history')}
        rows={rows}
        columns={columns}
        rowId={({ conditionId }) => conditionId}
        isStale={isStale}
        sort={sort}
        onSort={setSort}
        paging={{ total, onEnd, allRows: () => allTests(filter.query) }}
        selection={{ ids: chosen, onChange: setChosen, nameOf: ({ best, name }) => (best === null ? null : name) }}
        onOpen={({ conditionId }) => void navigate({ to: '/backtest/$id', params: { id: conditionId } })}
        linkColumn="name"
        storageKey="tests"
        csvName="backtests"
        card={(test) => testCard(test, t)}
        empty={
          <Empty
            title={t('backtest.noneHere')}
            action={
              <Button onClick={() => void navigate({ to: '/backtest', search: {} })}>{t('backtest.showAll')}</Button>
            }
          />
        }
      />
    </>
  );
}
