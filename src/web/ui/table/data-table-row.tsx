import type { KeyboardEvent } from 'react';
import { useText } from '#web/i18n/text.tsx';
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
  const t = useText();
  const { onOpen, selection } = table;
  const name = selection?.nameOf(row) ?? null;
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
      onKeyDown={(event) =>
        onKey(event, {
          isDrawerOpen: table.selectedId != null,
          open: () => onOpen?.(row),
          select: name === null ? undefined : () => toggle(selection, id),
        })
      }
    >
      {selection === undefined ? null : (
        <td className={css['check']}>
          {name === null ? null : (
            <input
              type="checkbox"
              aria-label={t('table.select', { name })}
              checked={selection.ids.has(id)}
              onChange={() => toggle(selection, id)}
            />
          )}
        </td>
      )}
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

function toggle<T>(selection: DataTableProps<T>['selection'], id: string): void {
  const ids = new Set(selection?.ids);
  if (!ids.delete(id)) ids.add(id);
  selection?.onChange(ids);
}

interface RowActs {
  readonly isDrawerOpen: boolean;
  readonly open: () => void;
  readonly select: (() => void) | undefined;
}

function onKey(event: KeyboardEvent<HTMLTableRowElement>, { isDrawerOpen, open, select }: RowActs): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  // The drawer's own buttons may have walked on while the focus stayed behind.
  const opened = event.currentTarget.parentElement?.querySelector('tr[aria-selected="true"]');
  const row = isDrawerOpen && opened ? opened : event.currentTarget;
  if (event.key === 'Enter') open();
  else if (event.key === 'x') select?.();
  else if (event.key === 'j' || event.key === 'ArrowDown') walk(row.nextElementSibling, isDrawerOpen);
  else if (event.key === 'k' || event.key === 'ArrowUp') walk(row.previousElementSibling, isDrawerOpen);
  else return;
  event.preventDefault();
}

/** Moves the focus; an open drawer follows it, as it follows a click. */
function walk(row: Element | null, isDrawerOpen: boolean): void {
  if (!(row instanceof HTMLElement)) return;
  row.focus();
  if (isDrawerOpen) row.click();
}
