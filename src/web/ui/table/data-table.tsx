import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useIsPhone } from '../page/use-is-phone.ts';
import type { Column } from './column.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { useHiddenColumns } from './columns/hidden-columns.ts';
import { CsvButton } from './csv-button.tsx';
import css from './data-table.module.css';
import { DataTableHead } from './data-table-head.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { DataTableRow } from './data-table-row.tsx';
import { RowCards } from './row-cards.tsx';
import { SelectAll } from './select-all.tsx';
import { type TableSort, useSortedRows } from './use-sorted-rows.ts';

/** Longer lists draw only the rows in view. */
const VIRTUAL_FROM_ROWS = 120;
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).VirtualRows }));

/** A table with sort buttons in its header, sticky header and totals, and row navigation by j, k and Enter. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, columns, initialSort, rowHeight = 32 } = props;
  const [own, setOwn] = useState<TableSort | null>(() =>
    initialSort ? { id: initialSort.id, desc: initialSort.isDescending } : null,
  );
  const sort = props.sort ?? own;
  const [hidden, setHidden] = useHiddenColumns(props.storageKey);
  const sorted = useSortedRows({ rows, columns, rowId: props.rowId, sort });
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
          <DataTableHead
            columns={shown}
            sort={sort}
            onSort={props.onSort ?? setOwn}
            selectAll={props.selection && <SelectAll {...props} selection={props.selection} />}
          />
          <tbody>
            {isLong ? (
              <Suspense fallback={draw(0, VIRTUAL_FROM_ROWS)}>
                <VirtualRows frame={frame} count={sorted.length} rowHeight={rowHeight} draw={draw} />
              </Suspense>
            ) : (
              draw(0, sorted.length)
            )}
          </tbody>
          {props.totals === undefined ? null : (
            <Totals columns={shown} totals={props.totals} hasChecks={props.selection !== undefined} />
          )}
        </table>
        {rows.length === 0 ? props.empty : null}
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
          <td key={column.id} data-align={column.align ?? 'left'}>
            {props.totals[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
