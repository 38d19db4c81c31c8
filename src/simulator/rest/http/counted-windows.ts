/** A counter a name that starts again with each window of fixed length. */
export interface CountedWindows {
  /** @returns the count with this */
  add(name: string, amount: number, nowMs: number): number;
  count(name: string, nowMs: number): number;
  /** Milliseconds until the window that holds this moment ends. */
  endsInMs(nowMs: number): number;
  clear(): void;
}

/** More names than this are never counted at once: the one that was first counted longest ago is forgotten. */
const NAMES_MAX = 10_000;

/** Windows begin at whole multiples of their length, as those of the exchange do. */
export function openWindows(windowMs: number): CountedWindows {
  const counts = new Map<string, { readonly window: number; readonly count: number }>();
  const windowOf = (nowMs: number): number => Math.floor(nowMs / windowMs);
  const count = (name: string, nowMs: number): number => {
    const entry = counts.get(name);
    return entry?.window === windowOf(nowMs) ? entry.count : 0;
  };
  return {
    add(name, amount, nowMs) {
      const total = count(name, nowMs) + amount;
      counts.set(name, { window: windowOf(nowMs), count: total });
      if (counts.size > NAMES_MAX) counts.delete(counts.keys().next().value ?? name);
      return total;
    },
    count,
    clear: () => counts.clear(),
    endsInMs: (nowMs) => (windowOf(nowMs) + 1) * windowMs - nowMs,
  };
}
