import { createSortedRowModel, type Row, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useIsPhone } from '../page/use-is-phone.ts';
import type { Column } from './column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { CsvButton } from './csv-button.tsx';
import css from './data-table.module.css';
import { DataTableHead } from './data-table-head.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableRow } from './data-table-row.tsx';
import { useHiddenColumns } from './hidden-columns.ts';
import { RowCards } from './row-cards.tsx';

/** Longer lists draw only the rows in view. */
const VIRTUAL_FROM_ROWS = 120;
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

/** A table with sort buttons in its header, sticky header and totals, and row navigation by j, k and Enter. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, columns, initialSort, rowHeight = 32 } = props;
  const [sorting, setSorting] = useState(() =>
    initialSort ? [{ id: initialSort.id, desc: initialSort.isDescending }] : [],
  );
  const [hidden, setHidden] = useHiddenColumns(props.storageKey);
  // TanStack rebuilds its models when these identities change, so they must stay the same between ticks.
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable<Features, T>({
    features,
    columns: definitions,
    data,
    getRowId: props.rowId,
    state: { sorting },
    onSortingChange: setSorting,
  });
  const sorted = table.getRowModel().rows;
  const shown = columns.filter((column) => !hidden.includes(column.id));
  const frame = useRef<HTMLDivElement>(null);
  const draw = (from: number, to: number) =>
    sorted
      .slice(from, to)
      .map((row) => (
        <DataTableRow key={row.id} id={row.id} row={row.original} columns={shown} table={props} height={rowHeight} />
      ));
  const isPhone = useIsPhone();
  if (isPhone && props.card !== undefined && rows.length > 0) {
    const { label, card, selectedId = null, onOpen } = props;
    return <RowCards label={label} rows={sorted} card={card} selectedId={selectedId} onOpen={onOpen} />;
  }
  const isLong = sorted.length > VIRTUAL_FROM_ROWS;
  return (
    <div className={css['outer']}>
      <div className={css['tools']}>
        {props.csvName === undefined ? null : (
          <CsvButton name={props.csvName} columns={shown} rows={() => sorted.map((row) => row.original)} />
        )}
        {props.storageKey === undefined ? null : (
          <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark. */}
      <div className={css['scroll']} ref={frame} role="group" tabIndex={0} aria-label={props.label}>
        <table className={css['table']} aria-rowcount={rows.length}>
          <DataTableHead columns={shown} sort={sorting[0] ?? null} onSort={setSorting} />
          <tbody>
            {isLong ? (
              <Suspense fallback={draw(0, VIRTUAL_FROM_ROWS)}>
                <VirtualRows frame={frame} count={sorted.length} rowHeight={rowHeight} draw={draw} />
              </Suspense>
            ) : (
              draw(0, sorted.length)
            )}
          </tbody>
          {props.totals === undefined ? null : <Totals columns={shown} totals={props.totals} />}
        </table>
        {rows.length === 0 ? props.empty : null}
      </div>
    </div>
  );
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

function Totals<T>(props: {
  readonly columns: readonly Column<T>[];
  readonly totals: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <tfoot>
      <tr>
        {props.columns.map((column) => (
          <td key={column.id} data-align={column.align ?? 'left'}>
            {props.totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
