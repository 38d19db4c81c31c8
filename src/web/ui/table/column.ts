import type { ReactNode } from 'react';

/** One column of a DataTable over rows of T. */
export interface Column<T> {
  readonly id: string;
  /** With the unit in it: "Result, USDT". */
  readonly title: string;
  readonly cell: (row: T) => ReactNode;
  /** What to sort by; a column without it cannot be sorted. Null comes last. */
  readonly sort?: (row: T) => number | string | null;
  /** The exact value for a downloaded file; a column without it is omitted there. */
  readonly exact?: (row: T) => string | number | null;
  readonly align?: 'left' | 'right';
  /** In pixels; when omitted, the column is as wide as its content. */
  readonly width?: number;
  readonly isHideable?: boolean;
  /**
   * What it gives up its room to: a drawer beside the table, or a table as narrow as beside one; before that, the other columns
   * in a window of 1280 px (`small`), or already in one of 1440 px (`narrow`).
   */
  readonly yieldsTo?: 'drawer' | 'small' | 'narrow';
  /** Explains the term on hover and focus. */
  readonly hint?: string;
}

/** The columns of a table, the ids of the hidden ones, and a setter for them. */
export interface ColumnChoice {
  readonly columns: readonly Pick<Column<unknown>, 'id' | 'title' | 'isHideable'>[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: string[]) => void;
}
