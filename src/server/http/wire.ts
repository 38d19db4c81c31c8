import { objectToCamel, objectToSnake, toCamel, toSnake } from 'ts-case-convert';
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
  const reasons: Reason[] = [];
  inspect(value, [], reasons);
  if (reasons.length > 0) return refused(...reasons);
  return accepted(isContainer(value) ? objectToCamel(value) : value);
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

function inspect(value: unknown, path: readonly (string | number)[], reasons: Reason[]): void {
  if (reasons.length > 0) return; // One invalid name is enough; the schema checks the rest.
  if (typeof value === 'string') return inspectText(value, path, reasons);
  if (!isContainer(value)) return;
  if (path.length >= DEPTH_MAX) {
    reasons.push({ code: 'TOO_DEEP', detail: `must nest at most ${DEPTH_MAX} levels deep`, path });
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) inspect(item, [...path, index], reasons);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (isWireName(key)) inspect(item, [...path, key], reasons);
    else reasons.push({ code: 'UNKNOWN_FIELD', detail: 'is not a field of this call', path: [...path, shown(key)] });
  }
}

/** Whether a name can be one of ours. Its length comes first: only short names may reach the conversion. */
function isWireName(key: string): boolean {
  return key.length <= NAME_MAX && WIRE_KEY.test(key) && toSnake(toCamel(key)) === key;
}

/** Names of fields and parameters that hold an id: any string is well-formed, and its schema makes it storable. */
const ID_NAME = /(?:^|_)id$/;

function inspectText(text: string, path: readonly (string | number)[], reasons: Reason[]): void {
  if ((!text.includes('\0') && text.isWellFormed()) || ID_NAME.test(String(path.at(-1)))) return;
  reasons.push({ code: 'TEXT_INVALID', detail: 'must be Unicode text without NUL characters', path });
}

/** An unknown property name as shown in an answer: short, printable and not empty. */
function shown(key: string): string {
  return key === '' ? '""' : key.slice(0, 60).replace(/[^\x20-\x7e]/g, '?');
}
