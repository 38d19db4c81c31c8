import { useCallback, useMemo } from 'react';
import { useSearchText } from './search-text.ts';
import type { TableSort } from './use-sorted-rows.ts';

/** The order of a table, kept in the address: `sort=day` ascending, `sort=-day` descending. */
export function useSearchSort(name = 'sort'): readonly [TableSort | null, (sort: TableSort) => void] {
  const [text, setText] = useSearchText(name);
  const sort = useMemo(() => sortOf(text), [text]);
  const setSort = useCallback(({ id, desc }: TableSort) => setText(desc ? `-${id}` : id), [setText]);
  return [sort, setSort];
}

function sortOf(text: string): TableSort | null {
  if (text === '' || text === '-') return null;
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false };
}
