import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import { ColumnHint } from './columns/column-hint.tsx';
import css from './data-table.module.css';
import type { TableSort } from './use-sorted-rows.ts';

interface DataTableHeadProps<T> {
  readonly columns: readonly Column<T>[];
  readonly sort: TableSort | null;
  readonly onSort: (sort: TableSort) => void;
  /** The check box for all rows; omitted where rows are not selected. */
  readonly selectAll?: ReactNode;
}

export function DataTableHead<T>({ columns, sort, onSort, selectAll }: DataTableHeadProps<T>) {
  return (
    <thead>
      <tr>
        {selectAll === undefined ? null : <td className={css['check']}>{selectAll}</td>}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-align={column.align ?? 'left'}
            data-yields={column.yieldsTo}
            style={column.width === undefined ? undefined : { width: column.width }}
            aria-sort={ariaSort(column, sort)}
          >
            <Title column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TitleProps<T> extends Pick<DataTableHeadProps<T>, 'sort' | 'onSort'> {
  readonly column: Column<T>;
}

function Title<T>({ column, sort, onSort }: TitleProps<T>) {
  const isSorted = sort?.id === column.id;
  const Arrow = isSorted && sort.desc ? ArrowDown : ArrowUp;
  const words = (hintId?: string) =>
    column.sort === undefined ? (
      <span aria-describedby={hintId}>{column.title}</span>
    ) : (
      <button
        type="button"
        className={css['sort']}
        aria-describedby={hintId}
        onClick={() => onSort(nextSort(column.id, sort))}
      >
        {column.title}
        {isSorted ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
      </button>
    );
  return column.hint === undefined ? words() : <ColumnHint hint={column.hint}>{words}</ColumnHint>;
}

/** The first click sorts numbers in descending order, the next reverses it. */
function nextSort(id: string, sort: TableSort | null): TableSort {
  return { id, desc: sort?.id === id ? !sort.desc : true };
}

function ariaSort<T>(column: Column<T>, sort: TableSort | null): 'ascending' | 'descending' | 'none' | undefined {
  if (column.sort === undefined) return undefined;
  if (sort?.id !== column.id) return 'none';
  return sort.desc ? 'descending' : 'ascending';
}
