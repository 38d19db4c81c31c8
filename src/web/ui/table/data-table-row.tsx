import type { KeyboardEvent } from 'react';
import { useText } from '#web/i18n/text.tsx';
import type { Column } from './column.ts';
import css from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { rowIndexOf } from './rows/use-row-walk.ts';

interface DataTableRowProps<T> {
  readonly id: string;
  readonly row: T;
  readonly columns: readonly Column<T>[];
  readonly table: DataTableProps<T>;
  readonly height: number;
  /** Its place in the list. */
  readonly index: number;
  /** Walks by a key from a row; false for a key that does not walk. */
  readonly onWalk: (key: string, index: number) => boolean;
}

export function DataTableRow<T>({ id, row, columns, table, height, index, onWalk }: DataTableRowProps<T>) {
  const t = useText();
  const { onOpen, selection } = table;
  const name = selection?.nameOf(row) ?? null;
  const isSelected = table.selectedId === id;
  return (
    <tr
      className={css['row']}
      style={{ height }}
      data-row={id}
      aria-rowindex={rowIndexOf(index)}
      data-tone={table.rowTone?.(row) ?? undefined}
      data-opens={onOpen ? '' : undefined}
      aria-selected={onOpen ? isSelected : undefined}
      tabIndex={onOpen ? 0 : undefined}
      onClick={(event) => {
        if (isOwnControl(event.target)) return;
        if (event.ctrlKey || event.metaKey) openInTab(event.currentTarget);
        else onOpen?.(row);
      }}
      // The browser would start to scroll.
      onMouseDown={(event) => (event.button === MIDDLE_BUTTON && table.linkColumn ? event.preventDefault() : undefined)}
      onAuxClick={(event) => {
        if (event.button === MIDDLE_BUTTON && !isOwnControl(event.target)) openInTab(event.currentTarget);
      }}
      onKeyDown={(event) =>
        onKey(event, {
          walk: (key) => onWalk(key, walkedFrom(event.currentTarget, table.selectedId != null) ?? index),
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
        <td
          key={column.id}
          data-align={column.align ?? 'left'}
          data-row-link={column.id === table.linkColumn ? '' : undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

const MIDDLE_BUTTON = 1;

/** As a click on its link would; nothing for a row without one. */
function openInTab(row: Element): void {
  const link = row.querySelector<HTMLAnchorElement>('td[data-row-link] a');
  if (link !== null) window.open(link.href, '_blank', 'noopener');
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
  readonly walk: (key: string) => boolean;
  readonly open: () => void;
  readonly select: (() => void) | undefined;
}

function onKey(event: KeyboardEvent<HTMLTableRowElement>, { walk, open, select }: RowActs): void {
  // A click leaves the focus on the link of the row, which follows Enter by itself.
  const isOnLink = event.target instanceof Element && event.target.closest('td[data-row-link] a') !== null;
  if (!(event.target === event.currentTarget || isOnLink) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' && isOnLink) return;
  if (event.key === 'Enter') open();
  else if (event.key === 'x') select?.();
  else if (!walk(event.key)) return;
  event.preventDefault();
}

/** The place of the opened row: the drawer's own buttons may have walked on while the focus stayed behind. */
function walkedFrom(row: Element, isDrawerOpen: boolean): number | null {
  const opened = isDrawerOpen ? row.parentElement?.querySelector('tr[aria-selected="true"]') : null;
  return opened ? Number(opened.getAttribute('aria-rowindex')) - rowIndexOf(0) : null;
}
