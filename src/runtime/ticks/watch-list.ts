import { at } from '#base/assert.ts';
import type { Triggers } from '#engine/model/atom.ts';
import { openPriceGate } from '#engine/scan/price-gate.ts';

/** A watcher that waits at the gate of its symbol until the price leaves its span. */
export interface Watched<T> {
  readonly index: number;
  readonly span: Triggers;
  readonly subject: T;
}

/** The watchers at the price gate; a key may stand for several. */
export interface WatchList<T> {
  /** Replaces the watchers of the key; an empty list removes it. */
  set(key: string, entries: readonly Watched<T>[]): void;
  /** Takes the range in which a symbol's price moved. A watcher that it reaches sleeps until it is set again. */
  reachedBy(index: number, low: number, high: number): readonly T[];
}

/** @param symbolCount - symbols are numbered from 0 to one below it */
export function openWatchList<T>(symbolCount: number): WatchList<T> {
  const gate = openPriceGate(symbolCount);
  const subjects: T[] = [];
  const handles = new Map<string, readonly number[]>();
  return {
    set(key, entries) {
      for (const handle of handles.get(key) ?? []) gate.remove(handle);
      handles.delete(key);
      if (entries.length === 0) return;
      const taken = entries.map(({ index, span, subject }) => {
        const handle = gate.register(index, span);
        subjects[handle] = subject;
        return handle;
      });
      handles.set(key, taken);
    },
    reachedBy(index, low, high) {
      const count = gate.tick(index, low, high);
      if (count === 0) return NOBODY;
      return Array.from(gate.reached.subarray(0, count), (handle) => at(subjects, handle));
    },
  };
}

const NOBODY: readonly never[] = [];
