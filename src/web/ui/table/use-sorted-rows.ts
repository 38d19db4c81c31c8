import { useMemo } from 'react';
import type { Column } from './column.ts';

/** The column that a table is sorted by. */
export interface TableSort {
  readonly id: string;
  readonly desc: boolean;
}

interface SortedInput<T> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  /** Null: in the order given. */
  readonly sort: TableSort | null;
}

/** A row with its id. */
export interface IdentifiedRow<T> {
  readonly id: string;
  readonly original: T;
}

/** Rows in the order in which a table shows them; those without a value come last, equal ones stay in the order given. */
export function useSortedRows<T>({ rows, columns, rowId, sort }: SortedInput<T>): readonly IdentifiedRow<T>[] {
  const by = columns.find(({ id }) => id === sort?.id)?.sort;
  // Cards and rows below compare the list: it stays the same until a row, or the order, is another one.
  return useMemo(() => {
    const identified = rows.map((original) => ({ id: rowId(original), original }));
    return by === undefined || sort === null ? identified : inOrder(identified, by, sort);
  }, [rows, rowId, by, sort]);
}

type Sortable = number | string | null;

function inOrder<T>(
  rows: readonly IdentifiedRow<T>[],
  by: (row: T) => Sortable,
  { desc }: TableSort,
): readonly IdentifiedRow<T>[] {
  const valued = rows.map((row) => ({ row, value: by(row.original) }));
  const withValue = valued.filter(({ value }) => value !== null);
  const without = valued.filter(({ value }) => value === null);
  const sorted = withValue.toSorted((a, b) => (desc ? compare(b.value, a.value) : compare(a.value, b.value)));
  return [...sorted, ...without].map(({ row }) => row);
}

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
}
