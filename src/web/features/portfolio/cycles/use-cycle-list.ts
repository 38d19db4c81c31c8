import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { TableSort } from '#web/ui/table/use-sorted-rows.ts';
import { firstDayOf } from '#web/ui/values/chart-period.ts';
import { usePeriod } from '../period.ts';
import {
  allCycles,
  type CycleListQuery,
  cycleCountsQuery,
  cyclePagesQuery,
  newestCyclesQuery,
} from '../portfolio-queries.ts';
import type { PortfolioView } from '../portfolio-view.ts';
import { type CycleFilter, cycleFilters, filterCounts, isFound, type ListedCycle, withNewest } from './cycle-rows.ts';

/** The selection in the address. @param marketNow - UTC milliseconds; null while unknown, which shows every period */
export function useCycleSelection(marketNow: number | null) {
  const [filterText, setFilter] = useSearchText('show');
  const { period } = usePeriod();
  const [day, setDay] = useSearchText('day');
  // A chosen day stands for itself, also outside the period.
  const since = marketNow === null || day !== '' ? null : firstDayOf(period, marketNow);
  const [search, setSearch] = useSearchText('q');
  const [sort, setSort] = useSearchSort();
  const filter: CycleFilter = cycleFilters.find((one) => one === filterText) ?? 'all';
  return { filter, setFilter, since, day: day === '' ? null : day, setDay, search, setSearch, sort, setSort };
}

export type CycleSelection = ReturnType<typeof useCycleSelection>;

/** Columns of the table that the server sorts by, under its names. */
const sorts = {
  symbol: 'symbol',
  bot: 'bot',
  cycle: 'seq',
  opened: 'opened',
  lasted: 'lasted',
  steps: 'steps',
  result: 'result',
} as const;

function sortOf(sort: TableSort | null): CycleListQuery['sort'] {
  const column = sort === null ? undefined : Object.entries(sorts).find(([id]) => id === sort.id)?.[1];
  if (column === undefined) return undefined;
  return sort?.desc ? `-${column}` : column;
}

const NO_CYCLES: readonly ListedCycle[] = [];

/** The cycles of a selection, loaded page by page; in the usual order those that change meanwhile come in at the top. */
export function useCycleList({ portfolio, marketNow }: PortfolioView) {
  const selection = useCycleSelection(marketNow);
  const queries = useQueryClient();
  const search = selection.search.trim();
  const sort = sortOf(selection.sort);
  const { filter, since, day } = selection;
  const from = day ?? since;
  const list: CycleListQuery = {
    kind: portfolio.kind,
    portfolioId: portfolio.portfolioId,
    ...(filter === 'all' ? {} : { group: filter }),
    ...(from === null ? {} : { dateFrom: from }),
    ...(day === null ? {} : { endDate: day }),
    ...(search === '' ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  };
  const { rows, pages } = useRows(list);
  const shown = useMemo(
    () => (pages.isPlaceholderData ? foundAmong(rows, search) : rows),
    [pages.isPlaceholderData, rows, search],
  );
  const counted = useQuery(cycleCountsQuery(list)).data;
  const counts = counted ? filterCounts(counted) : null;
  return {
    selection,
    rows: shown,
    counts,
    isPending: pages.isPending,
    /** The answer that is missing; null when the rows are there. */
    error: pages.data ? null : pages.error,
    isStale: pages.isPlaceholderData,
    retry: () => void pages.refetch(),
    paging: {
      total: counts === null ? null : Math.max(counts[filter], shown.length),
      onEnd: () => {
        if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
      },
      allRows: () => allCycles(queries, list),
    },
  };
}

/** Until the server answers, a search shows what it finds among the rows that are there; they stay where it finds none. */
function foundAmong(rows: readonly ListedCycle[], search: string): readonly ListedCycle[] {
  const found = search === '' ? rows : rows.filter((cycle) => isFound(cycle, search));
  return found.length === 0 ? rows : found;
}

/** In another order than the usual one so many pages are asked again when a cycle changes; deeper lists stand still. */
const SORTED_PAGES_ASKED = 5;

/** A first page follows what changes; below it older pages stand still, and the newest rows alone are asked again. */
function useRows(list: CycleListQuery) {
  const options = cyclePagesQuery(list);
  const loadedPages = useQueryClient().getQueryData(options.queryKey)?.pages.length ?? 0;
  const isDeep = loadedPages > (list.sort === undefined ? 1 : SORTED_PAGES_ASKED);
  const pages = useInfiniteQuery({ ...options, enabled: !isDeep });
  const newest = useQuery({ ...newestCyclesQuery(list), enabled: isDeep && list.sort === undefined });
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? NO_CYCLES, [pages.data]);
  const joined = useMemo(
    () => (isDeep && newest.data ? withNewest(loaded, newest.data) : loaded),
    [isDeep, loaded, newest.data],
  );
  const isTorn = joined === null;
  const { refetch } = pages;
  useEffect(() => {
    if (isTorn) void refetch();
  }, [isTorn, refetch]);
  return { rows: joined ?? loaded, pages };
}
