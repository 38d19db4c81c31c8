import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { CardParts } from './row-cards.tsx';
import type { Paging } from './rows/paging.ts';
import type { TableSort } from './use-sorted-rows.ts';

/** Rows chosen by check box or `x`, for an act on several. */
export interface RowSelection<T> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  /** The name of a row that can be chosen; null for one that cannot. */
  readonly nameOf: (row: T) => string | null;
}

/** The props of a DataTable over rows of T. */
export interface DataTableProps<T> {
  /** Caption for assistive technology. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly rowHeight?: number;
  /**
   * Of a long list: no cell has a state of its own, such as an open menu, so that rows far away may be drawn in the elements of
   * those drawn last.
   */
  readonly reusesRows?: boolean;
  /** The rows belong to the choice before, until those of the present one have come. */
  readonly isStale?: boolean;
  readonly initialSort?: { readonly id: string; readonly isDescending: boolean };
  /** The order kept by the page, such as in its address; null or omitted: `initialSort`, then as the user sorts. */
  readonly sort?: TableSort | null;
  readonly paging?: Paging<T>;
  readonly onSort?: (sort: TableSort) => void;
  /** The row whose drawer is open: it stays marked, and walking by j, k and arrows opens the next. Null: none. */
  readonly selectedId?: string | null;
  /** Enter or a click on a row. */
  readonly onOpen?: (row: T) => void;
  /** The pointer goes down on a row: what its opening needs can be asked for before the click is complete. */
  readonly onAim?: (row: T) => void;
  /** The column whose cell holds the link to what a row opens: Ctrl, Cmd or the middle button open it in a new tab. */
  readonly linkColumn?: string;
  /** Adds check boxes; omitted for a table whose rows are not selected. */
  readonly selection?: RowSelection<T>;
  /** Cells of the totals row by column id. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  /** Drawn instead of rows when there are none. */
  readonly empty?: ReactNode;
  readonly rowTone?: (row: T) => 'danger' | null;
  /** Name under which the column choice is remembered; omit it for a table without a chooser. */
  readonly storageKey?: string;
  /** Name, without its ending, of the file with the filtered and sorted rows; null: the card around it has the download. */
  readonly csvName: string | null;
  /** The row as a card, for the phone; when omitted, the table stays a table there. */
  readonly card?: (row: T) => CardParts;
}
