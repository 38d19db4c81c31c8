import { createSortedRowModel, type Row, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from './column.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

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

/** Rows in the order in which a table shows them; those without a value come last. */
export function useSortedRows<T extends object>({
  rows,
  columns,
  rowId,
  sort,
}: SortedInput<T>): readonly IdentifiedRow<T>[] {
  // TanStack rebuilds its models when these identities change, so they must stay the same between ticks.
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const sorting = useMemo(() => (sort === null ? [] : [{ id: sort.id, desc: sort.desc }]), [sort]);
  const table = useTable<Features, T>({ features, columns: definitions, data, getRowId: rowId, state: { sorting } });
  return table.getRowModel().rows;
}

function definitionOf<T extends object>(column: Column<T>) {
  const { sort } = column;
  return {
    id: column.id,
    accessorFn: (row: T) => sort?.(row) ?? undefined,
    enableSorting: sort !== undefined,
    sortUndefined: 'last' as const,
    sortFn: (a: Row<Features, T>, b: Row<Features, T>) => compare(sort?.(a.original), sort?.(b.original)),
  };
}

type Sortable = number | string | null | undefined;

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
}
