import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { CardParts } from './row-cards.tsx';

/** The props of a DataTable over rows of T. */
export interface DataTableProps<T> {
  /** Caption for assistive technology. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly rowHeight?: number;
  readonly initialSort?: { readonly id: string; readonly isDescending: boolean };
  readonly selectedId?: string | null;
  /** Enter or a click on a row. */
  readonly onOpen?: (row: T) => void;
  /** Cells of the totals row by column id. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  /** Drawn instead of rows when there are none. */
  readonly empty?: ReactNode;
  readonly rowTone?: (row: T) => 'danger' | null;
  /** Name under which the column choice is remembered; omit it for a table without a chooser. */
  readonly storageKey?: string;
  /** Name of the file with the filtered and sorted rows; omit it for a table without a download. */
  readonly csvName?: string;
  /** The row as a card, for the phone; when omitted, the table stays a table there. */
  readonly card?: (row: T) => CardParts;
}
