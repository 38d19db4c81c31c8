import { type ReactNode, useMemo, useState } from 'react';
import { useIsPhone } from '../page/use-is-phone.ts';
import type { Column } from './column.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { useHiddenColumns } from './columns/hidden-columns.ts';
import { CsvButton } from './csv-button.tsx';
import css from './data-table.module.css';
import { DataTableHead } from './data-table-head.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { RowCards } from './row-cards.tsx';
import { DrawnRows } from './rows/drawn-rows.tsx';
import { rowIndexOf } from './rows/use-row-walk.ts';
import { SelectAll } from './select-all.tsx';
import { TableFile } from './table-file.tsx';
import { type IdentifiedRow, type TableSort, useSortedRows } from './use-sorted-rows.ts';

/** A table with sort buttons in its header, sticky header and totals, and row navigation by keys; cards on phones. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, columns, initialSort } = props;
  const [own, setOwn] = useState<TableSort | null>(() =>
    initialSort ? { id: initialSort.id, desc: initialSort.isDescending } : null,
  );
  const sort = props.sort ?? own;
  // Of a list in pages only a part is here, so its order comes with the rows.
  const sorted = useSortedRows({ rows, columns, rowId: props.rowId, sort: props.paging ? null : sort });
  const fileRows = props.paging?.allRows ?? (() => sorted.map((row) => row.original));
  const isPhone = useIsPhone();
  if (isPhone && props.card !== undefined && rows.length > 0) {
    const { label, card, selectedId = null, onOpen, paging, isStale = false } = props;
    const cards = { label, rows: sorted, card, selectedId, onOpen, paging, isStale };
    return (
      <>
        {props.csvName === null ? null : <TableFile name={props.csvName} columns={columns} rows={fileRows} />}
        <RowCards {...cards} />
      </>
    );
  }
  return <WideTable table={props} sorted={sorted} sort={sort} onSort={props.onSort ?? setOwn} fileRows={fileRows} />;
}

interface WideTableProps<T> {
  readonly table: DataTableProps<T>;
  readonly sorted: readonly IdentifiedRow<T>[];
  readonly sort: TableSort | null;
  readonly onSort: (sort: TableSort) => void;
  readonly fileRows: () => readonly T[] | Promise<readonly T[]>;
}

function WideTable<T extends object>({ table, sorted, sort, onSort, fileRows }: WideTableProps<T>) {
  const { rows, columns, paging, selection } = table;
  const [hidden, setHidden] = useHiddenColumns(table.storageKey);
  const shown = useMemo(() => columns.filter((column) => !hidden.includes(column.id)), [columns, hidden]);
  // A state and not a ref: rows that are drawn in the same commit as their frame must hear of it.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  return (
    <div className={css['outer']}>
      <div className={css['tools']}>
        {table.csvName === null ? null : <CsvButton name={table.csvName} columns={shown} rows={fileRows} />}
        {table.storageKey === undefined ? null : (
          <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark. */}
      <div className={css['scroll']} ref={setFrame} role="group" tabIndex={0} aria-label={table.label}>
        <table
          className={css['table']}
          aria-rowcount={rowIndexOf((paging?.total ?? rows.length) - 1)}
          aria-busy={table.isStale || undefined}
          data-crowded={table.selectedId == null ? undefined : ''}
        >
          <DataTableHead
            columns={shown}
            sort={sort}
            onSort={onSort}
            selectAll={selection && <SelectAll {...table} selection={selection} />}
          />
          <tbody>
            <DrawnRows table={table} sorted={sorted} columns={shown} frame={frame} />
          </tbody>
          {table.totals === undefined ? null : (
            <Totals columns={shown} totals={table.totals} hasChecks={selection !== undefined} />
          )}
        </table>
        {rows.length === 0 ? table.empty : null}
      </div>
    </div>
  );
}

function Totals<T>(props: {
  readonly columns: readonly Column<T>[];
  readonly totals: Readonly<Record<string, ReactNode>>;
  readonly hasChecks: boolean;
}) {
  return (
    <tfoot>
      <tr>
        {props.hasChecks ? <td /> : null}
        {props.columns.map((column) => (
          <td key={column.id} data-align={column.align ?? 'left'} data-yields={column.yieldsTo}>
            {props.totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
