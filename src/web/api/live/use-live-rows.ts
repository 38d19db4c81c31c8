import { useCallback, useState, useSyncExternalStore } from 'react';
import { liveStore } from './live-store.ts';

/** How rows of one noun are brought up to date; a constant. */
export interface LivePatch<Row, Live> {
  /** The key of the live store that a row follows. */
  keyOf(row: Row): string;
  /** What the live store holds of the row; null when nothing. */
  liveOf(row: Row): Live | null;
  /** The row with everything newer from the live channel. */
  patched(row: Row, live: Live): Row;
}

/**
 * The list with live values patched in; its order and length never change here. A row without news stays the same object,
 * so that what is drawn of it can stay too.
 * @param factsOf - what the reader needs to know of a row; the list stays as it is while that is the same of every row.
 *   A constant. Left out: everything
 */
export function useLiveRows<Row extends object, Live>(
  rows: readonly Row[],
  patch: LivePatch<Row, Live>,
  factsOf?: (row: Row) => string,
): readonly Row[] {
  const [patcher] = useState(() => makePatcher(patch, factsOf));
  const subscribe = useCallback((listener: () => void) => subscribeTo(rows, patch, listener), [rows, patch]);
  return useSyncExternalStore(subscribe, () => patcher(rows));
}

function subscribeTo<Row, Live>(rows: readonly Row[], patch: LivePatch<Row, Live>, listener: () => void): () => void {
  const leaves = rows.map((row) => liveStore.subscribe(patch.keyOf(row), listener));
  return () => {
    for (const leave of leaves) leave();
  };
}

/** The row as it is now; the same object while nothing new of it has come. */
function latest<Row extends object, Live>(patch: LivePatch<Row, Live>) {
  const known = new WeakMap<Row, { readonly live: Live; readonly row: Row }>();
  return (row: Row): Row => {
    const live = patch.liveOf(row);
    if (live === null) return row;
    const last = known.get(row);
    if (last?.live === live) return last.row;
    const patched = patch.patched(row, live);
    known.set(row, { live, row: patched });
    return patched;
  };
}

/** Reads the rows as they are now: the same list while nothing has changed that the reader needs to know. */
function makePatcher<Row extends object, Live>(patch: LivePatch<Row, Live>, factsOf?: (row: Row) => string) {
  const now = latest(patch);
  let [source, before]: [readonly Row[] | null, readonly Row[]] = [null, []];
  const isSame = (row: Row, other: Row | undefined): boolean =>
    row === other || (factsOf !== undefined && other !== undefined && factsOf(row) === factsOf(other));
  return (rows: readonly Row[]): readonly Row[] => {
    const next = rows.map(now);
    const isKept = factsOf === undefined || source === rows;
    if (isKept && next.length === before.length && next.every((row, index) => isSame(row, before[index])))
      return before;
    [source, before] = [rows, next];
    return before;
  };
}
