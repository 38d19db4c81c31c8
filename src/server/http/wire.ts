import { LRUCache } from 'lru-cache';
import { objectToSnake, toCamel, toSnake } from 'ts-case-convert';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';

/** Deepest nesting a body may have; the deepest rule that is allowed, inside the parameters of a strategy, needs twenty-four. */
const DEPTH_MAX = 28;
/**
 * Longest name that is converted: the contract's own stay under it, and converting takes more than the length's time.
 */
export const NAME_MAX = 64;
const WIRE_KEY = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/**
 * Turns a parsed snake_case value into camelCase.
 * Refuses keys that are not snake_case (so `__proto__` never becomes a key), nesting beyond the bound, and text that
 * the database cannot hold. Paths of the reasons are in wire names.
 */
export function fromWire(value: unknown): Outcome<unknown> {
  const reason = reasonAgainst(value, []);
  return reason === null ? accepted(toOwnNames(value)) : refused(reason);
}

/** Our names of wire names; null for a name that cannot be one. Names that recur stay, whatever else is sent. */
const ownNames = new LRUCache<string, { readonly name: string | null }>({ max: 5_000 });

function ownName(key: string): string | null {
  if (key.length > NAME_MAX) return null; // Only short names may reach the conversion.
  const known = ownNames.get(key);
  if (known !== undefined) return known.name;
  const camel = WIRE_KEY.test(key) ? toCamel(key) : null;
  const name = camel !== null && toSnake(camel) === key ? camel : null;
  ownNames.set(key, { name });
  return name;
}

function toOwnNames(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(toOwnNames);
  const own: Record<string, unknown> = {};
  for (const key of Object.keys(value)) own[ownName(key) ?? key] = toOwnNames(value[key]);
  return own;
}

/** The wire names of our own names, each converted once: a reply repeats the same few in every row. */
const wireNames = new Map<string, string>();
/** Far more than there are names; data that became names would not be kept beyond it. */
const WIRE_NAMES_MAX = 5_000;

/**
 * Turns a reply, which consists of JSON values and dates, into its wire form. By names, because pairs of names and values, which
 * nobody keeps, take as long to make as all the rest.
 */
export function toWire(value: unknown): unknown {
  if (!isContainer(value) || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(toWire);
  const wire: Record<string, unknown> = {};
  for (const name of Object.keys(value)) wire[knownWireName(name)] = toWire(value[name]);
  return wire;
}

function knownWireName(name: string): string {
  const known = wireNames.get(name);
  if (known !== undefined) return known;
  const converted = Object.keys(objectToSnake({ [name]: null }))[0] ?? name;
  if (wireNames.size < WIRE_NAMES_MAX) wireNames.set(name, converted);
  return converted;
}

/** "params.step_percent", "symbols.0": a camelCase path in wire names, joined by dots. */
export function wirePath(path: readonly PropertyKey[]): string {
  return path.map((segment) => (typeof segment === 'string' ? wireName(segment) : String(segment))).join('.');
}

/** A name that the caller invented is told back as it came; only ours are converted. */
function wireName(name: string): string {
  if (name.length > NAME_MAX) return name;
  return toCamel(toSnake(name)) === name ? toSnake(name) : name;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The first thing that is wrong with a value: one invalid name is enough, and the schema checks the rest.
 * @param path - of the value; what is appended is taken off again
 */
function reasonAgainst(value: unknown, path: (string | number)[]): Reason | null {
  if (typeof value === 'string') return reasonAgainstText(value, path);
  if (!isContainer(value)) return null;
  if (path.length >= DEPTH_MAX) {
    return { code: 'TOO_DEEP', detail: `must nest at most ${DEPTH_MAX} levels deep`, path: [...path] };
  }
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    if (!isList && ownName(key) === null) {
      return { code: 'UNKNOWN_FIELD', detail: 'is not a field of this call', path: [...path, shown(key)] };
    }
    path.push(isList ? Number(key) : key);
    const reason = reasonAgainst(value[key], path);
    path.pop();
    if (reason !== null) return reason;
  }
  return null;
}

/** Names of fields and parameters that hold an id: any string is well-formed, and its schema makes it storable. */
const ID_NAME = /(?:^|_)id$/;

function reasonAgainstText(text: string, path: readonly (string | number)[]): Reason | null {
  if ((!text.includes('\0') && text.isWellFormed()) || ID_NAME.test(String(path.at(-1)))) return null;
  return { code: 'TEXT_INVALID', detail: 'must be Unicode text without NUL characters', path: [...path] };
}

/** An unknown property name as shown in an answer: short, printable and not empty. */
function shown(key: string): string {
  return key === '' ? '""' : key.slice(0, 60).replace(/[^\x20-\x7e]/g, '?');
}
