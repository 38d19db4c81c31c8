import { memo, useMemo, useState } from 'react';
import type { Column } from '../column.ts';
import type { DataTableProps } from '../data-table-props.ts';
import { DataTableRow, type RowActs } from '../data-table-row.tsx';
import type { IdentifiedRow } from '../use-sorted-rows.ts';
import { useRowWalk } from './use-row-walk.ts';
import { useSteady } from './use-steady.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** Longer lists draw only the rows in view. */
const VIRTUAL_FROM_ROWS = 120;

/** Not drawn again while nothing of the row has changed, whatever happens to the table around it. */
const Row = memo(DataTableRow) as typeof DataTableRow;

interface DrawnRowsProps<T> {
  readonly table: DataTableProps<T>;
  readonly sorted: readonly IdentifiedRow<T>[];
  readonly columns: readonly Column<T>[];
  readonly frame: HTMLElement | null;
}

/** The rows of a table; of a long list only those in view. */
export function DrawnRows<T>({ table, sorted, columns, frame }: DrawnRowsProps<T>) {
  const { rowHeight = 32, selection, selectedId } = table;
  const isLong = useIsLong(sorted.length);
  const isDrawerOpen = selectedId != null;
  const { onKey, settle } = useRowWalk({ frame, count: sorted.length, rowHeight, isDrawerOpen });
  const acts = useRowActs(table, onKey);
  const draw = (from: number, to: number, keyOf?: (place: number) => number) =>
    sorted
      .slice(from, to)
      .map(({ id, original }, index) => (
        <Row
          key={keyOf?.(index) ?? id}
          id={id}
          row={original}
          columns={columns}
          acts={acts}
          index={from + index}
          height={rowHeight}
          tone={table.rowTone?.(original) ?? null}
          isOpen={selectedId === id}
          linkColumn={table.linkColumn}
          check={selection?.nameOf(original)}
          isChecked={selection?.ids.has(id) ?? false}
        />
      ));
  if (!isLong) return draw(0, sorted.length);
  const virtual = { frame, ids: sorted.map(({ id }) => id), rowHeight, draw, reusesRows: table.reusesRows };
  return <VirtualRows {...virtual} onDrawn={settle} onEnd={table.paging?.onEnd} />;
}

/** Whether a list is, or was, long: a filter that shortens it takes rows away and must not draw the others anew. */
function useIsLong(count: number): boolean {
  const [isLong, setLong] = useState(false);
  if (!isLong && count > VIRTUAL_FROM_ROWS) setLong(true);
  return isLong || count > VIRTUAL_FROM_ROWS;
}

/** What the rows do; always the same functions, so that no row is drawn again for them. */
function useRowActs<T>({ onOpen, onAim, selection }: DataTableProps<T>, onWalk: RowActs<T>['walk']): RowActs<T> {
  const open = useSteady((row: T) => onOpen?.(row));
  const aim = useSteady((row: T) => onAim?.(row));
  const walk = useSteady(onWalk);
  const toggle = useSteady((id: string) => {
    const ids = new Set(selection?.ids);
    if (!ids.delete(id)) ids.add(id);
    selection?.onChange(ids);
  });
  const canOpen = onOpen !== undefined;
  return useMemo(() => ({ open: canOpen ? open : undefined, aim, toggle, walk }), [canOpen, open, aim, toggle, walk]);
}
