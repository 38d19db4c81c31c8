import { useCallback, useState, useSyncExternalStore } from 'react';
import { liveStore } from './live-store.ts';

/** Rows are redrawn at most this often. */
const PACE_MS = 400;

/** How rows of one noun are brought up to date; a constant. */
export interface LivePatch<Row> {
  /** The key of the live store that a row follows. */
  keyOf(row: Row): string;
  /** The row with everything newer from the live channel. */
  patched(row: Row): Row;
}

/** The list with live values patched in; its order and length never change here. */
export function useLiveRows<Row>(rows: readonly Row[], patch: LivePatch<Row>): readonly Row[] {
  const [patcher] = useState(() => makePatcher(patch));
  const subscribe = useCallback((listener: () => void) => patcher.subscribe(rows, listener), [patcher, rows]);
  return useSyncExternalStore(subscribe, () => patcher.read(rows));
}

function makePatcher<Row>(patch: LivePatch<Row>) {
  let source: readonly Row[] | null = null;
  let patched: readonly Row[] = [];
  let isStale = true;
  return {
    read(rows: readonly Row[]): readonly Row[] {
      if (source === rows && !isStale) return patched;
      source = rows;
      isStale = false;
      patched = rows.map((row) => patch.patched(row));
      return patched;
    },
    subscribe(rows: readonly Row[], listener: () => void): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wake = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          isStale = true;
          listener();
        }, PACE_MS);
      };
      const leaves = rows.map((row) => liveStore.subscribe(patch.keyOf(row), wake));
      return () => {
        clearTimeout(timer);
        for (const leave of leaves) leave();
      };
    },
  };
}
