import { at } from '#base/assert.ts';
import type { Triggers } from '#engine/model/atom.ts';
import { openPriceGate } from '#engine/scan/price-gate.ts';

/** One thing that waits behind the gate of its symbol until a price leaves its span. */
export interface Watched<T> {
  readonly place: number;
  readonly span: Triggers;
  readonly subject: T;
}

/** What waits behind the price gate, kept by keys of which each may stand for several things. */
export interface WatchList<T> {
  /** Puts these in the place of what the key stood for before; none removes it. */
  set(key: string, entries: readonly Watched<T>[]): void;
  /** Passes the prices between which a symbol moved. Whoever they reach sleeps until it is set anew. */
  reachedBy(place: number, low: number, high: number): readonly T[];
}

/** @param placeCount - places of symbols are numbered from 0 to one below it */
export function openWatchList<T>(placeCount: number): WatchList<T> {
  const gate = openPriceGate(placeCount);
  const subjects: T[] = [];
  const handles = new Map<string, readonly number[]>();
  return {
    set(key, entries) {
      for (const handle of handles.get(key) ?? []) gate.remove(handle);
      handles.delete(key);
      if (entries.length === 0) return;
      const taken = entries.map(({ place, span, subject }) => {
        const handle = gate.register(place, span);
        subjects[handle] = subject;
        return handle;
      });
      handles.set(key, taken);
    },
    reachedBy(place, low, high) {
      const count = gate.tick(place, low, high);
      if (count === 0) return NOBODY;
      return Array.from(gate.reached.subarray(0, count), (handle) => at(subjects, handle));
    },
  };
}

const NOBODY: readonly never[] = [];
