/** The part of JSON that TypeScript's library does not describe yet; Node has had it since version 21. */
interface RawJson {
  rawJSON(text: string): object;
}

const DIGITS = /^(?:0|[1-9]\d{0,18})$/;
const RAW = JSON as unknown as RawJson; // The library's own type lags behind.

/**
 * An id as the wire tells it: digits without quotes, of up to 64 bits, because order ids lie above 2^53. Only
 * `JSON.stringify` may read what comes back.
 */
export function raw(digits: string): object {
  if (!DIGITS.test(digits)) throw new Error(`Broken belief: "${digits}" is a whole number of at most 64 bits`);
  return RAW.rawJSON(digits);
}
