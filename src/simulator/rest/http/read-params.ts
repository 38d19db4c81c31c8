import { accept, refuse, type WireErrorName, type WireReply } from '../../wire-error.ts';
import type { RequestParams } from './params.ts';

/** How one parameter is read. */
export interface Reader<T> {
  readonly isMandatory: boolean;
  /** @param text - never empty; undefined when it was not sent, which cannot happen for a mandatory parameter */
  read(text: string | undefined, name: string): WireReply<T>;
}

type Values<Readers> = { readonly [Name in keyof Readers]: Readers[Name] extends Reader<infer T> ? T : never };

/**
 * Reads the named parameters: checks first that every mandatory one is present, then reads each in the given order. The
 * first refusal is returned. Unknown parameters are ignored, as by the exchange.
 */
export function readParams<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  params: RequestParams,
  readers: Readers,
): WireReply<Values<Readers>> {
  const missing = Object.keys(readers).find((name) => readers[name]?.isMandatory === true && !params.has(name));
  if (missing !== undefined) return refuse('mandatory', missing);
  const values: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(readers)) {
    const reply = reader.read(params.get(name), name);
    if (!reply.ok) return reply;
    values[name] = reply.value;
  }
  return accept(values as Values<Readers>); // One value a reader, each of its reader's type.
}

/** A reader of a parameter that must be sent. */
function mandatory<T>(read: (text: string, name: string) => WireReply<T>): Reader<T> {
  return {
    isMandatory: true,
    read: (text, name) => (text === undefined ? refuse('mandatory', name) : read(text, name)),
  };
}

/** The same, but null when it was not sent. */
export function optional<T>(reader: Reader<T>): Reader<T | null> {
  return { isMandatory: false, read: (text, name) => (text === undefined ? accept(null) : reader.read(text, name)) };
}

/** The same, with a default when it was not sent. */
export function otherwise<T>(fallback: T, reader: Reader<T>): Reader<T> {
  return {
    isMandatory: false,
    read: (text, name) => (text === undefined ? accept(fallback) : reader.read(text, name)),
  };
}

/** Any text. */
export const text: Reader<string> = mandatory((sent) => accept(sent));

const DIGITS = /^[0-9]{1,20}$/;

/** A whole number from `least` to `most`. */
export function integer(least: number, most: number): Reader<number> {
  return mandatory((sent, name) => {
    if (!DIGITS.test(sent)) return refuse('illegal', name, DIGITS.source);
    const value = Number(sent);
    return value < least || value > most ? refuse('limitRange', name) : accept(value);
  });
}

/** The largest count of milliseconds that is an instant in JavaScript. */
const TIME_MAX = 8_640_000_000_000_000;
/** An instant in milliseconds. */
export const time: Reader<number> = integer(0, TIME_MAX);

/** How many rows of which period: what every call that lists the past takes. */
export const pastRows = (usual: number, most: number) => ({
  startTime: optional(time),
  endTime: optional(time),
  limit: otherwise(usual, integer(1, most)),
});

/** An id of up to 64 bits, as digits. */
export const idParam: Reader<string> = mandatory((sent, name) => {
  if (!DIGITS.test(sent)) return refuse('illegal', name, DIGITS.source);
  return sent.length > 19 ? refuse('limitRange', name) : accept(String(BigInt(sent)));
});

const DECIMAL = /^-?([0-9]{1,20})(\.[0-9]{1,20})?$/;

/** A decimal without an exponent; leading zeros are dropped. */
export const decimalParam: Reader<string> = mandatory((sent, name) =>
  DECIMAL.test(sent) ? accept(sent.replace(/^(-?)0+(?=\d)/, '$1')) : refuse('illegal', name, DECIMAL.source),
);

/** One of the words. Any other is refused with the given error, or as invalid data. */
export function choice<Word extends string>(words: readonly Word[], error?: WireErrorName): Reader<Word> {
  return mandatory((sent, name) => {
    const word = words.find((candidate) => candidate === sent);
    if (word !== undefined) return accept(word);
    return error === undefined ? refuse('limitRange', name) : refuse(error, sent);
  });
}

/** `true` or `false`, case-insensitive. */
export const flag: Reader<boolean> = mandatory((sent, name) => {
  const word = sent.toLowerCase();
  return word === 'true' || word === 'false' ? accept(word === 'true') : refuse('limitRange', name);
});
