import type { KeyboardEvent } from 'react';
import type { Column } from './column.ts';
import css from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';

interface DataTableRowProps<T> {
  readonly id: string;
  readonly row: T;
  readonly columns: readonly Column<T>[];
  readonly table: DataTableProps<T>;
  readonly height: number;
}

export function DataTableRow<T>({ id, row, columns, table, height }: DataTableRowProps<T>) {
  const { onOpen } = table;
  const isSelected = table.selectedId === id;
  return (
    <tr
      className={css['row']}
      style={{ height }}
      data-row={id}
      data-tone={table.rowTone?.(row) ?? undefined}
      data-opens={onOpen ? '' : undefined}
      aria-selected={onOpen ? isSelected : undefined}
      tabIndex={onOpen ? 0 : undefined}
      onClick={(event) => (isOwnControl(event.target) ? undefined : onOpen?.(row))}
      onKeyDown={(event) => onKey(event, () => onOpen?.(row))}
    >
      {columns.map((column) => (
        <td key={column.id} data-align={column.align ?? 'left'}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A button or link inside the row handles its own clicks. */
function isOwnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, label') !== null;
}

function onKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const row = event.currentTarget;
  if (event.key === 'Enter') open();
  else if (event.key === 'j' || event.key === 'ArrowDown') focus(row.nextElementSibling);
  else if (event.key === 'k' || event.key === 'ArrowUp') focus(row.previousElementSibling);
  else return;
  event.preventDefault();
}

function focus(row: Element | null): void {
  if (row instanceof HTMLElement) row.focus();
}
