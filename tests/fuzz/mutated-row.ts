/** A field of a row replaced or removed. */
export interface MutatedRow {
  /** Such as "filters.0.tickSize". */
  readonly path: string;
  /** What was done to the field. */
  readonly what: string;
  readonly row: unknown;
}

const HUGE_DIGITS = 40;

/** Every field of a row, at any depth, replaced by each kind of odd value, one at a time. */
export function mutatedRows(row: unknown): readonly MutatedRow[] {
  return pathsOf(row).flatMap((path) => {
    const mutated = (what: string, change: (parent: object, key: string) => void): MutatedRow => {
      const copy: unknown = structuredClone(row);
      change(parentOf(copy, path), path.at(-1) ?? '');
      return { path: path.join('.'), what, row: copy };
    };
    const set = (what: string, value: unknown) => mutated(what, (parent, key) => Reflect.set(parent, key, value));
    const missing = mutated('missing', (parent, key) => Reflect.deleteProperty(parent, key));
    const isText = typeof valueAt(row, path) === 'string';
    return [
      missing,
      set('null', null),
      set('a list', []),
      set('an object', {}),
      set('a flag', true),
      set('an empty text', ''),
      set('another type', isText ? 1 : 'one'),
      set('a new word', 'SOMETHING_NEW'),
      set('zero', isText ? '0' : 0),
      set('below zero', isText ? '-1' : -1),
      set('huge', isText ? '9'.repeat(HUGE_DIGITS) : Number.MAX_VALUE),
      set('tiny', isText ? `0.${'0'.repeat(HUGE_DIGITS - 1)}1` : Number.MIN_VALUE),
      set('controls', 'A\u0000\u202E\u200BB'),
    ];
  });
}

/** Rows that are none. */
export const ODD_ROWS: readonly unknown[] = [null, 1, 'row', true, [], {}, [{}]];

type Path = readonly string[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), value);
}

function parentOf(value: unknown, path: Path): object {
  return Object(valueAt(value, path.slice(0, -1)));
}
