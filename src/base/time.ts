declare const instant: unique symbol;
/** An instant: UTC milliseconds since 1970. It does not say which clock (market or wall) it was read from. */
export type Instant = number & { readonly [instant]: true };

/** One second, in milliseconds. */
export const SECOND_MS = 1_000;
/** One minute, in milliseconds; the length of a recorded candle. */
export const MINUTE_MS = 60_000;
/** One hour, in milliseconds. */
export const HOUR_MS = 3_600_000;
/** One UTC day, in milliseconds; there are no leap seconds in this count. */
export const DAY_MS = 86_400_000;
/** Minutes of an hour. */
export const HOUR_MINUTES = 60;
/** Minutes of a UTC day. */
export const DAY_MINUTES = 1_440;

/** The number of the UTC day that contains an instant; 1970-01-01 is day 0. */
export function dayNumber(time: Instant): number {
  return Math.floor(time / DAY_MS);
}

/** Brands a whole number of UTC milliseconds. */
export function instantOf(ms: number): Instant {
  return ms as Instant; // The only cast to the brand.
}

/** The instant `ms` milliseconds after another one; a negative span goes back. */
export function later(from: Instant, ms: number): Instant {
  return instantOf(from + ms);
}

/**
 * The digits of an instant, as `String(time)` gives them, in two thirds of the time. Ids of bookings end with an instant,
 * and the engine's cache of formatted numbers does not help, because every instant is new to it.
 */
export function instantDigits(time: Instant): string {
  if (!(time >= 1e12 && time < 1e13)) return String(time);
  const high = Math.floor(time / 1e7);
  const low = time - high * 1e7;
  return String.fromCharCode(
    digit(high / 1e5),
    digit(high / 1e4),
    digit(high / 1e3),
    digit(high / 100),
    digit(high / 10),
    digit(high),
    digit(low / 1e6),
    digit(low / 1e5),
    digit(low / 1e4),
    digit(low / 1e3),
    digit(low / 100),
    digit(low / 10),
    digit(low),
  );
}

/** The character code of the last digit before the point. */
function digit(value: number): number {
  return 48 + (Math.floor(value) % 10);
}

/** The start of the UTC day, hour or minute that holds the instant. */
export function startOf(time: Instant, lengthMs: number): Instant {
  return instantOf(Math.floor(time / lengthMs) * lengthMs);
}
