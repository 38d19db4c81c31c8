/** A line and a column of a text, both from 1. */
export interface TextSpot {
  readonly line: number;
  readonly column: number;
}

/** A JSON text with where each of its values begins, by the path of the value. */
export type ScannedJson =
  | { readonly kind: 'json'; readonly value: unknown; readonly spots: ReadonlyMap<string, TextSpot> }
  | { readonly kind: 'broken'; readonly spot: TextSpot };

/** Deeper texts are no strategy, and must not exhaust the stack. */
const DEPTH_MAX = 64;

/** Reads a JSON text; of one that is none, where it stops being one. Whether it is one, `JSON.parse` decides. */
export function scanJson(text: string): ScannedJson {
  const scan = newScan(text);
  const isWhole = readValue(scan, [], 0) && isAtEnd(scan);
  try {
    return { kind: 'json', value: JSON.parse(text), spots: scan.spots };
  } catch {
    return { kind: 'broken', spot: spotAt(text, isWhole ? text.length : scan.at) };
  }
}

/** Where a value stands, or the innermost of those around it that does. */
export function spotOf(spots: ReadonlyMap<string, TextSpot>, path: readonly string[]): TextSpot {
  for (let length = path.length; length > 0; length -= 1) {
    const spot = spots.get(path.slice(0, length).join('.'));
    if (spot !== undefined) return spot;
  }
  return spots.get('') ?? { line: 1, column: 1 };
}

interface Scan {
  readonly text: string;
  readonly spots: Map<string, TextSpot>;
  /** Of the next character; where reading has stopped if it failed. */
  at: number;
}

type Path = readonly (string | number)[];

const newScan = (text: string): Scan => ({ text, spots: new Map(), at: 0 });

function spotAt(text: string, at: number): TextSpot {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function skipSpace(scan: Scan): void {
  while (/[ \t\r\n]/.test(scan.text[scan.at] ?? '')) scan.at += 1;
}

function isAtEnd(scan: Scan): boolean {
  skipSpace(scan);
  return scan.at === scan.text.length;
}

function take(scan: Scan, wanted: string): boolean {
  skipSpace(scan);
  if (!scan.text.startsWith(wanted, scan.at)) return false;
  scan.at += wanted.length;
  return true;
}

function readValue(scan: Scan, path: Path, depth: number): boolean {
  skipSpace(scan);
  if (depth > DEPTH_MAX) return false;
  scan.spots.set(path.join('.'), spotAt(scan.text, scan.at));
  if (scan.text[scan.at] === '{') return readList(scan, '{}', () => readField(scan, path, depth));
  if (scan.text[scan.at] !== '[') return readPlain(scan);
  let count = 0;
  return readList(scan, '[]', () => {
    count += 1;
    return readValue(scan, [...path, count - 1], depth + 1);
  });
}

function readList(scan: Scan, [open = '', close = '']: string, read: () => boolean): boolean {
  take(scan, open);
  if (take(scan, close)) return true;
  do if (!read()) return false;
  while (take(scan, ','));
  return take(scan, close);
}

function readField(scan: Scan, path: Path, depth: number): boolean {
  skipSpace(scan);
  const from = scan.at;
  if (!readMatch(scan, STRING)) return false;
  const name: unknown = JSON.parse(scan.text.slice(from, scan.at));
  return take(scan, ':') && readValue(scan, [...path, String(name)], depth + 1);
}

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const PLAIN = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const readPlain = (scan: Scan): boolean => readMatch(scan, scan.text[scan.at] === '"' ? STRING : PLAIN);

function readMatch(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text);
  if (found === null) return false;
  scan.at += found[0].length;
  return true;
}
