declare const instant: unique symbol;
/** An instant: UTC milliseconds since 1970. Says nothing of which clock (market or wall) it was read from. */
export type Instant = number & { readonly [instant]: true };

/** One second, in milliseconds. */
export const SECOND_MS = 1_000;
/** One minute, in milliseconds; the length of a recorded candle. */
export const MINUTE_MS = 60_000;
/** One hour, in milliseconds. */
export const HOUR_MS = 3_600_000;
/** One UTC day, in milliseconds; there are no leap seconds in this count. */
export const DAY_MS = 86_400_000;

/** Brands a whole number of UTC milliseconds. */
export function instantOf(ms: number): Instant {
  return ms as Instant; // The one door into the brand.
}

/** The instant `ms` milliseconds after another one; a negative span goes back. */
export function later(from: Instant, ms: number): Instant {
  return instantOf(from + ms);
}

/** The start of the UTC day, hour or minute that holds the instant. */
export function startOf(time: Instant, lengthMs: number): Instant {
  return instantOf(Math.floor(time / lengthMs) * lengthMs);
}
