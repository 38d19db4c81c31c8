import { LRUCache } from 'lru-cache';

/** Counters by name that reset at the end of each fixed window. */
export interface CountedWindows {
  /** @returns the new count */
  add(name: string, amount: number, nowMs: number): number;
  count(name: string, nowMs: number): number;
  /** Milliseconds until the current window ends. */
  endsInMs(nowMs: number): number;
  clear(): void;
}

/** Maximum number of counted names; the one counted longest ago is dropped first. */
const NAMES_MAX = 10_000;

/** Windows start at whole multiples of their length, like the exchange's. */
export function openWindows(windowMs: number): CountedWindows {
  const counts = new LRUCache<string, { readonly window: number; readonly count: number }>({ max: NAMES_MAX });
  const windowOf = (nowMs: number): number => Math.floor(nowMs / windowMs);
  const count = (name: string, nowMs: number): number => {
    const entry = counts.peek(name);
    return entry?.window === windowOf(nowMs) ? entry.count : 0;
  };
  return {
    add(name, amount, nowMs) {
      const total = count(name, nowMs) + amount;
      counts.set(name, { window: windowOf(nowMs), count: total });
      return total;
    },
    count,
    clear: () => counts.clear(),
    endsInMs: (nowMs) => (windowOf(nowMs) + 1) * windowMs - nowMs,
  };
}
