import { Button, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcDay } from '#web/ui/values/format.ts';
import { firstDayOf, usePeriod } from '../period.ts';
import css from '../portfolio.module.css';
import type { PortfolioView } from '../portfolio-view.ts';
import { cycleCard } from './cycle-card.tsx';
import { cycleColumns } from './cycle-columns.tsx';
import { type CycleFilter, countsOf, cycleFilters, type ListedCycle, selectCycles } from './cycle-rows.ts';

/** Every cycle of the portfolio: filters in the address, a row opens the drawer. */
export function CyclesCard({ view }: { view: PortfolioView }) {
  const { cycles } = view;
  if (cycles.isPending) return <SkeletonRows rows={10} />;
  if (!cycles.data) return <ProblemNote error={cycles.error} onRetry={() => void cycles.refetch()} />;
  return <Cycles view={view} cycles={cycles.data.items} />;
}

/** Columns hidden beside the drawer, where there is not enough room for all. */
const CROWDED = new Set(['bot', 'lasted']);

/** The selection in the address. @param marketNow - UTC milliseconds; null while unknown, which shows every period */
export function useCycleSelection(marketNow: number | null) {
  const [filterText, setFilter] = useSearchText('show');
  const { period } = usePeriod();
  const [day, setDay] = useSearchText('day');
  // A chosen day stands for itself, also outside the period.
  const since = marketNow === null || day !== '' ? null : firstDayOf(period, marketNow);
  const [search, setSearch] = useSearchText('q');
  const filter: CycleFilter = cycleFilters.find((one) => one === filterText) ?? 'all';
  return { filter, setFilter, since, day: day === '' ? null : day, setDay, search, setSearch };
}

function Cycles({ view, cycles }: { view: PortfolioView; cycles: readonly ListedCycle[] }) {
  const t = useText();
  const [openId, setOpenId] = useSearchText('cycle');
  const selection = useCycleSelection(view.marketNow);
  const rows = selectCycles(cycles, selection);

  const columns = cycleColumns({ cycles: rows, view, t });
  const empty =
    cycles.length === 0 ? (
      <Empty title={t('cycles.none')} />
    ) : (
      <Empty
        title={t('cycles.noneHere')}
        action={<Button onClick={() => selection.setFilter(null)}>{t('bots.showAll')}</Button>}
      />
    );
  return (
    <section className={css['cycles']} aria-label={t('cycles.title')}>
      <Toolbar cycles={cycles} selection={selection} />
      <DataTable
        label={t('cycles.title')}
        rows={rows}
        columns={openId === '' ? columns : columns.filter((column) => !CROWDED.has(column.id))}
        rowId={(cycle) => cycle.cycleId}
        rowHeight={30}
        selectedId={openId === '' ? null : openId}
        onOpen={(cycle) => setOpenId(cycle.cycleId)}
        storageKey="cycles"
        csvName={`${view.portfolio.name} cycles.csv`}
        card={(cycle) => cycleCard(cycle, view, t)}
        empty={empty}
      />
    </section>
  );
}

interface ToolbarProps {
  readonly cycles: readonly ListedCycle[];
  readonly selection: ReturnType<typeof useCycleSelection>;
}

function Toolbar({ cycles, selection }: ToolbarProps) {
  const t = useText();
  const counts = countsOf(selectCycles(cycles, { ...selection, filter: 'all' }));
  const items = cycleFilters
    .filter((value) => counts[value] > 0 || value === 'all' || value === selection.filter)
    .map((value) => ({ value, label: t(`cycles.filter.${value}`), count: counts[value] }));
  return (
    <div className={css['toolbar']}>
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
      <TextInput
        className={css['search'] ?? ''}
        type="search"
        aria-label={t('cycles.search')}
        placeholder={t('cycles.search')}
        leftSection={<Search size={14} />}
        value={selection.search}
        onChange={(event) => selection.setSearch(event.currentTarget.value)}
      />
    </div>
  );
}
