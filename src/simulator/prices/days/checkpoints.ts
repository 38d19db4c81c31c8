import type { DayBegins } from './day-chain.ts';

/**
 * The initial states of days, by series. Prices add to it as they go; restored after a restart, it avoids recomputing
 * from the first day. It never changes a price.
 */
export type Checkpoints = Map<string, DayBegins>;

/** The same as plain JSON. */
export type StoredCheckpoints = Readonly<
  Record<string, readonly (readonly [day: number, numbers: readonly number[]])[]>
>;

/** The newest days of each series are all stored, because charts read them; of older days every 32nd. */
const NEW_DAYS = 64;
const OLD_STRIDE = 32;

/** The initial states of one series, to read and to add to. */
export function beginsOf(checkpoints: Checkpoints, series: string): DayBegins {
  const known = checkpoints.get(series);
  if (known !== undefined) return known;
  const begins: DayBegins = new Map();
  checkpoints.set(series, begins);
  return begins;
}

/** The checkpoints worth storing: a few kilobytes per symbol and year. JSON restores the numbers exactly. */
export function storedCheckpoints(checkpoints: Checkpoints): StoredCheckpoints {
  return Object.fromEntries([...checkpoints].map(([series, begins]) => [series, thinned(begins)]));
}

/** Stored checkpoints, which must belong to the same seed, symbols, first minute and version. */
export function loadedCheckpoints(stored: StoredCheckpoints): Checkpoints {
  return new Map(Object.entries(stored).map(([series, begins]) => [series, new Map(begins)]));
}

function thinned(begins: DayBegins): (readonly [number, readonly number[]])[] {
  const newest = Math.max(...begins.keys());
  return [...begins].filter(([day]) => day > newest - NEW_DAYS || day % OLD_STRIDE === 0);
}
