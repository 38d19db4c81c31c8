import type { DayBegins } from './day-chain.ts';

/**
 * How the days of every series begin, by name of the series. Prices fill it as they go; stored and handed in again, it
 * spares a restart the way from the first day on. It changes no price.
 */
export type Checkpoints = Map<string, DayBegins>;

/** The same as plain JSON. */
export type StoredCheckpoints = Readonly<
  Record<string, readonly (readonly [day: number, numbers: readonly number[]])[]>
>;

/** The newest days of each series are all stored, because charts look back; of older ones every 32nd. */
const NEW_DAYS = 64;
const OLD_STRIDE = 32;

/** The beginnings of one series, to be read and added to. */
export function beginsOf(checkpoints: Checkpoints, series: string): DayBegins {
  const known = checkpoints.get(series);
  if (known !== undefined) return known;
  const begins: DayBegins = new Map();
  checkpoints.set(series, begins);
  return begins;
}

/** What is worth storing: some kilobytes a symbol and year. Numbers come back from JSON to the last bit. */
export function storedCheckpoints(checkpoints: Checkpoints): StoredCheckpoints {
  return Object.fromEntries([...checkpoints].map(([series, begins]) => [series, thinned(begins)]));
}

/** Checkpoints to open prices with: those of the same seed, symbols, first minute and version. */
export function loadedCheckpoints(stored: StoredCheckpoints): Checkpoints {
  return new Map(Object.entries(stored).map(([series, begins]) => [series, new Map(begins)]));
}

function thinned(begins: DayBegins): (readonly [number, readonly number[]])[] {
  const newest = Math.max(...begins.keys());
  return [...begins].filter(([day]) => day > newest - NEW_DAYS || day % OLD_STRIDE === 0);
}
