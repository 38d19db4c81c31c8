/** A list that is loaded in pages: rows come in the page's own order, and the table asks for more at its end. */
export interface Paging<T> {
  /** Rows of all pages; null until they are counted. */
  readonly total: number | null;
  readonly onEnd: () => void;
  /** Every row of the list, for a download. */
  readonly allRows: () => Promise<readonly T[]>;
}
