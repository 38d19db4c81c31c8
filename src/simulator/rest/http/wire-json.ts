/** The part of JSON that TypeScript's library does not declare yet; Node has it since version 21. */
interface RawJson {
  rawJSON(text: string): object;
}

const DIGITS = /^(?:0|[1-9]\d{0,18})$/;
const RAW = JSON as unknown as RawJson; // The library's own type lags behind.

/**
 * An id as the exchange writes it: up to 64 bits, as digits without quotes, because order ids exceed 2^53. Only
 * `JSON.stringify` may read the result.
 */
export function raw(digits: string): object {
  if (!DIGITS.test(digits))
    throw new Error(`Internal error: expected that "${digits}" is a whole number of up to 64 bits`);
  return RAW.rawJSON(digits);
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A decimal that the exchange writes as a JSON number, with its exact digits. */
export function rawDecimal(text: string): object {
  if (!DECIMAL.test(text)) throw new Error(`Internal error: expected that "${text}" is a decimal`);
  return RAW.rawJSON(text);
}

/** Parses JSON with numbers as their source text, so that none is rounded. */
export function parseLosslessly(text: string): unknown {
  const keepSource: SourceReviver = (_key, value, context) => (typeof value === 'number' ? context.source : value);
  return JSON.parse(text, keepSource as (key: string, value: unknown) => unknown); // See RawJson.
}

/** A reviver as Node calls it: with the text that a plain value was read from. */
type SourceReviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;
