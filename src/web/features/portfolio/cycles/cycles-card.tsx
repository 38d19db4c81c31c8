import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { AfterPaint } from '#web/ui/page/after-paint.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { TableToolbar } from '#web/ui/table/table-toolbar.tsx';
import { utcDay } from '#web/ui/values/format.ts';
import css from '../portfolio.module.css';
import type { PortfolioView } from '../portfolio-view.ts';
import { askEarly } from './ask-early.ts';
import { cycleCard } from './cycle-card.tsx';
import { cycleColumns } from './cycle-columns.tsx';
import { type CycleFilter, cycleFilters } from './cycle-rows.ts';
import { type CycleSelection, useCycleList } from './use-cycle-list.ts';

/** About as high as the first screen of them. */
const CYCLES_HEIGHT = 420;

/** Every cycle of the portfolio: filters and order in the address, a row opens the drawer. */
export function CyclesCard({ view }: { view: PortfolioView }) {
  const list = useCycleList(view);
  if (list.isPending) return <SkeletonRows rows={10} />;
  if (list.error !== null) return <ProblemNote error={list.error} onRetry={list.retry} />;
  return (
    <AfterPaint height={CYCLES_HEIGHT}>
      <Cycles view={view} list={list} />
    </AfterPaint>
  );
}

function Cycles({ view, list }: { view: PortfolioView; list: ReturnType<typeof useCycleList> }) {
  const t = useText();
  const queries = useQueryClient();
  const [openId, setOpenId] = useSearchText('cycle');
  const { selection, rows, paging } = list;
  const { closedCycles, openCycles, name } = view.portfolio;
  const pad = Math.max(0, ...rows.map(({ symbol }) => view.decimals.get(symbol) ?? 0));
  const columns = useMemo(() => cycleColumns({ pad, view, t }), [pad, view, t]);
  const empty =
    closedCycles + openCycles === 0 ? (
      <Empty title={t('cycles.none')} />
    ) : (
      <Empty
        title={t('cycles.noneHere')}
        action={<Button onClick={() => selection.setFilter(null)}>{t('bots.showAll')}</Button>}
      />
    );
  return (
    <section className={css['cycles']} aria-label={t('cycles.title')}>
      <Toolbar counts={list.counts} selection={selection} />
      <DataTable
        label={t('cycles.title')}
        rows={rows}
        columns={columns}
        rowId={(cycle) => cycle.cycleId}
        rowHeight={30}
        isStale={list.isStale}
        sort={selection.sort}
        onSort={selection.setSort}
        paging={paging}
        selectedId={openId === '' ? null : openId}
        onOpen={(cycle) => setOpenId(cycle.cycleId)}
        onAim={(cycle) => askEarly(queries, view, cycle)}
        linkColumn="symbol"
        storageKey="cycles"
        csvName={`${name} cycles`}
        card={(cycle) => cycleCard(cycle, view, t)}
        empty={empty}
      />
    </section>
  );
}

interface ToolbarProps {
  /** Null until they are counted. */
  readonly counts: Readonly<Record<CycleFilter, number>> | null;
  readonly selection: CycleSelection;
}

function Toolbar({ counts, selection }: ToolbarProps) {
  const t = useText();
  const items = cycleFilters
    .filter((value) => (counts?.[value] ?? 0) > 0 || value === 'all' || value === selection.filter)
    .map((value) => ({ value, label: t(`cycles.filter.${value}`), ...(counts ? { count: counts[value] } : {}) }));
  return (
    <TableToolbar search={{ label: t('cycles.search'), value: selection.search, onChange: selection.setSearch }}>
      <h2>
        {t('cycles.title')}{' '}
        {selection.since === null ? null : (
          <span className={css['quiet']}>
            {t('cycles.endedSince', { day: utcDay(`${selection.since}T00:00:00Z`, t.language) })}
          </span>
        )}
      </h2>
      <Chips
        label={t('cycles.filter')}
        value={selection.filter}
        onChange={(value) => selection.setFilter(value === 'all' ? null : value)}
        items={items}
      />
      {selection.day === null ? null : (
        <Button size="compact-xs" onClick={() => selection.setDay(null)}>
          {t('cycles.onDay', { day: utcDay(`${selection.day}T00:00:00Z`, t.language) })} ×
        </Button>
      )}
    </TableToolbar>
  );
}
