import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';

/** A line of candles or funding has some hundred characters; more is another kind of file. */
const LINE_LENGTH_MAX = 2_000;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** A line of a file; lines and columns count from one. */
export interface CsvLocation {
  readonly file: string;
  readonly line: number;
}

/** Lines that follow each other, the first of them numbered. */
export interface LineBatch {
  readonly first: number;
  readonly lines: readonly string[];
}

/**
 * The lines of a text file, unpacked when its name ends with .gz, streamed from disk. Lines end with \n or \r\n; the
 * last one may end with the file, and empty lines at the end are no data. Of empty lines in the middle the first is
 * returned.
 * @throws AppError CSV_NOT_READABLE, CSV_INVALID
 */
export async function* lineBatches(file: string): AsyncGenerator<LineBatch> {
  let empty: LineBatch | null = null;
  for await (const { first, lines } of allBatches(file)) {
    const length = dataLength(lines);
    if (length > 0) {
      if (empty !== null) yield empty;
      yield { first, lines: lines.slice(0, length) };
      empty = null;
    }
    if (length < lines.length) empty ??= { first: first + length, lines: lines.slice(length, length + 1) };
  }
}

/** The lines of a text without the empty ones at its end. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map(withoutReturn);
  return lines.slice(0, dataLength(lines));
}

/** The number of lines without trailing empty ones. */
function dataLength(lines: readonly string[]): number {
  return lines.findLastIndex((line) => !EMPTY.test(line)) + 1;
}

const EMPTY = /^\s*$/;

async function* allBatches(file: string): AsyncGenerator<LineBatch> {
  let [rest, first] = ['', 1];
  try {
    for await (const chunk of textOf(file)) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      const tooLong = [...lines, rest].findIndex((line) => line.length > LINE_LENGTH_MAX);
      if (tooLong !== -1) {
        throw csvInvalid({ file, line: first + tooLong }, null, `more than ${LINE_LENGTH_MAX} characters in one line`);
      }
      yield { first, lines: lines.map(withoutReturn) };
      first += lines.length;
    }
  } catch (error) {
    throw unreadable({ file, line: first }, error);
  }
  if (rest !== '') yield { first, lines: [withoutReturn(rest)] };
}

/** The error for an invalid file, with its line and, if known, column: `prices.csv, line 3, column 2 (open): …`. */
export function csvInvalid({ file, line }: CsvLocation, column: CsvColumn | null, what: string): AppError {
  const where = column === null ? '' : `, column ${column.number} (${column.name})`;
  return new AppError('CSV_INVALID', `${file}, line ${line}${where}: ${what}.`);
}

/** A column by its number, from one, and its name. */
export interface CsvColumn {
  readonly number: number;
  readonly name: string;
}

/**
 * The fields of a line. Quotes around a field may hold commas and, doubled, quotes.
 * @param countMax - so many are enough; more may come
 */
export function fieldsOf(line: string, countMax?: number): readonly string[] {
  if (!line.includes('"')) return line.split(',', countMax);
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

async function* textOf(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file, { highWaterMark: 262_144 });
  const source = file.endsWith('.gz') ? pipeline(raw, createGunzip({ chunkSize: 262_144 }), () => {}) : raw;
  source.setEncoding('utf8');
  let isFirst = true;
  for await (const chunk of source) {
    const text = String(chunk);
    yield isFirst ? text.replace(BYTE_ORDER_MARK, '') : text;
    isFirst = false;
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** An error of the system or the unpacker as a sentence with the file's name. */
function unreadable(location: CsvLocation, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (error instanceof AppError || typeof code !== 'string') return error;
  if (code === 'Z_BUF_ERROR') return csvInvalid(location, null, 'the compressed file ends too early');
  if (code.startsWith('Z_')) return csvInvalid(location, null, `the file is not sound gzip (${messageOf(error)})`);
  return new AppError(
    'CSV_NOT_READABLE',
    `${location.file} cannot be read: ${systemReason(error) ?? messageOf(error)}.`,
    {
      cause: error,
    },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
