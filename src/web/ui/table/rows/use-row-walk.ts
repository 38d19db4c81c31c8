import { useRef } from 'react';

interface WalkedRows {
  /** The scrolling element; null before it is drawn. */
  readonly frame: HTMLElement | null;
  readonly count: number;
  readonly rowHeight: number;
  /** Whether the drawer of a row is open; it follows the focus, as it follows a click. */
  readonly isDrawerOpen?: boolean;
  /** Brings a row into view that is not drawn; when omitted, all rows are equally high. */
  readonly scrollTo?: (index: number) => void;
}

/** Rows above the rows of a table: its header. */
const HEADER_ROWS = 1;
/** Rows that PageUp and PageDown walk where the height of the table is unknown. */
const PAGE_ROWS = 10;

/** The number of a row for assistive technology, by its place in the list. */
export const rowIndexOf = (index: number): number => index + HEADER_ROWS + 1;

/** Moves the focus over rows of which only those in view are drawn. */
export function useRowWalk({ frame, count, rowHeight, isDrawerOpen = false, scrollTo }: WalkedRows) {
  const wanted = useRef<number | null>(null);
  /** Focuses the wanted row as soon as it is drawn. */
  const settle = () => {
    if (wanted.current === null) return;
    const row = frame?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowIndexOf(wanted.current)}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
    if (isDrawerOpen) row.click();
  };
  const goTo = (index: number) => {
    wanted.current = index;
    settle();
    if (wanted.current === null || frame === null) return;
    if (scrollTo === undefined) frame.scrollTop = wanted.current * rowHeight;
    else scrollTo(wanted.current);
  };
  /** @returns whether the key moves the focus */
  const onKey = (key: string, index: number): boolean => {
    const target = targetOf(key, index, { count, pageRows: pageRows(frame, rowHeight) });
    if (target === null) return false;
    const reached = Math.min(Math.max(target, 0), count - 1);
    if (reached !== index) goTo(reached);
    return true;
  };
  return { onKey, settle };
}

function pageRows(frame: HTMLElement | null, rowHeight: number): number {
  const height = frame?.clientHeight ?? 0;
  return height === 0 ? PAGE_ROWS : Math.max(1, Math.floor(height / rowHeight) - 1 - HEADER_ROWS);
}

/** The place of the row that a key leads to; null for a key that does not walk. */
function targetOf(key: string, index: number, rows: { readonly count: number; readonly pageRows: number }) {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return index + 1;
    case 'k':
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + rows.pageRows;
    case 'PageUp':
      return index - rows.pageRows;
    case 'Home':
      return 0;
    case 'End':
      return rows.count - 1;
    default:
      return null;
  }
}
