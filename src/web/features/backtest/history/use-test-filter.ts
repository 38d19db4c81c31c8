import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { TableSort } from '#web/ui/table/use-sorted-rows.ts';
import type { TestListFilter } from '../test-queries.ts';

export const testShows = ['all', 'starred', 'done', 'failed', 'cancelled'] as const;
export type TestShow = (typeof testShows)[number];

const shown: Readonly<Record<TestShow, TestListFilter>> = {
  all: {},
  starred: { isStarred: 'true' },
  done: { state: 'DONE' },
  failed: { state: 'FAILED' },
  cancelled: { state: 'CANCELED' },
};

const sortable = ['name', 'points', 'return', 'drawdown', 'state', 'created'] as const;

/** Filters and order of the list of tests, in the address. */
export function useTestFilter() {
  const [showText, setShow] = useSearchText('show');
  const [search, setSearch] = useSearchText('q');
  const [returnFrom, setReturnFrom] = useSearchText('returnFrom');
  const [drawdownTo, setDrawdownTo] = useSearchText('drawdownTo');
  const [sort, setSort] = useSearchSort();
  const show = testShows.find((one) => one === showText) ?? 'all';
  const words = search.trim();
  const order = orderOf(sort);
  const query: TestListFilter = {
    ...shown[show],
    ...(words === '' ? {} : { search: words }),
    ...boundOf('returnFrom', returnFrom),
    ...boundOf('drawdownTo', drawdownTo),
    ...(order === undefined ? {} : { sort: order }),
  };
  const bounds = { returnFrom, setReturnFrom, drawdownTo, setDrawdownTo };
  const isAll = show === 'all' && words === '' && returnFrom === '' && drawdownTo === '';
  return { query, show, setShow, search, setSearch, bounds, sort, setSort, isAll };
}

/** None of what is no whole number or decimal yet, such as a minus alone. */
function boundOf(name: 'returnFrom' | 'drawdownTo', text: string): TestListFilter {
  return /^-?\d{1,15}(\.\d{1,8})?$/.test(text) ? { [name]: text } : {};
}

function orderOf(sort: TableSort | null): TestListFilter['sort'] {
  const column = sortable.find((one) => one === sort?.id);
  if (column === undefined) return undefined;
  return sort?.desc ? `-${column}` : column;
}
