import type { KeyboardEvent } from 'react';
import { useText } from '#web/i18n/text.tsx';
import type { Column } from './column.ts';
import css from './data-table.module.css';
import { rowIndexOf } from './rows/use-row-walk.ts';

/** What a row of a table does. */
export interface RowActs<T> {
  /** Undefined where rows open nothing. */
  readonly open: ((row: T) => void) | undefined;
  /** The pointer goes down on a row. */
  readonly aim: (row: T) => void;
  /** Checks or unchecks a row. */
  readonly toggle: (id: string) => void;
  /** Walks by a key from the row at a place in the list; false for a key that does not walk. */
  readonly walk: (key: string, index: number) => boolean;
}

interface DataTableRowProps<T> {
  readonly id: string;
  readonly row: T;
  readonly columns: readonly Column<T>[];
  readonly acts: RowActs<T>;
  /** Its place in the list. */
  readonly index: number;
  readonly height: number;
  readonly tone: 'danger' | null;
  /** Whether its drawer is open. */
  readonly isOpen: boolean;
  readonly linkColumn: string | undefined;
  /** The name of its check box: null for a row that cannot be checked, undefined in a table without checks. */
  readonly check: string | null | undefined;
  readonly isChecked: boolean;
}

export function DataTableRow<T>(props: DataTableRowProps<T>) {
  const { id, row, columns, acts, index, linkColumn, check } = props;
  return (
    <tr
      className={css['row']}
      style={{ height: props.height }}
      data-row={id}
      aria-rowindex={rowIndexOf(index)}
      data-tone={props.tone ?? undefined}
      data-opens={acts.open ? '' : undefined}
      aria-selected={acts.open ? props.isOpen : undefined}
      tabIndex={acts.open ? 0 : undefined}
      onClick={(event) => {
        if (isOwnControl(event.target)) return;
        if (event.ctrlKey || event.metaKey) openInTab(event.currentTarget);
        else acts.open?.(row);
      }}
      onPointerDown={() => acts.aim(row)}
      // The browser would start to scroll.
      onMouseDown={(event) => (event.button === MIDDLE_BUTTON && linkColumn ? event.preventDefault() : undefined)}
      onAuxClick={(event) => {
        if (event.button === MIDDLE_BUTTON && !isOwnControl(event.target)) openInTab(event.currentTarget);
      }}
      onKeyDown={(event) =>
        onKey(event, {
          walk: (key) => acts.walk(key, walkedFrom(event.currentTarget) ?? index),
          open: () => acts.open?.(row),
          select: check == null ? undefined : () => acts.toggle(id),
        })
      }
    >
      {check === undefined ? null : (
        <td className={css['check']}>
          {check === null ? null : <Check name={check} isOn={props.isChecked} onChange={() => acts.toggle(id)} />}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-align={column.align ?? 'left'}
          data-yields={column.yieldsTo}
          data-row-link={column.id === linkColumn ? '' : undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface CheckProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

function Check({ name, isOn, onChange }: CheckProps) {
  const t = useText();
  return <input type="checkbox" aria-label={t('table.select', { name })} checked={isOn} onChange={onChange} />;
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

interface KeyActs {
  readonly walk: (key: string) => boolean;
  readonly open: () => void;
  readonly select: (() => void) | undefined;
}

function onKey(event: KeyboardEvent<HTMLTableRowElement>, { walk, open, select }: KeyActs): void {
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
function walkedFrom(row: Element): number | null {
  const opened = row.parentElement?.querySelector('tr[aria-selected="true"]');
  return opened ? Number(opened.getAttribute('aria-rowindex')) - rowIndexOf(0) : null;
}
