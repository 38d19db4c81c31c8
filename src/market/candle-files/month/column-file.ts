import { closeSync, fstatSync, openSync, readSync, readv, readvSync, writeFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';

/**
 * A file of named columns of whole numbers, never changed once written. Every byte is verified on reading.
 *
 * | bytes       | what                                                                                          |
 * | ----------- | --------------------------------------------------------------------------------------------- |
 * | 0 to 7      | `BYCOLUMN`                                                                                    |
 * | 8 to 11     | version of the format, 1; this and the next two are little-endian uint32                      |
 * | 12 to 15    | length of the header in bytes                                                                 |
 * | 16 to 19    | CRC-32 of the header                                                                          |
 * | 20 to B     | header: `{"kind", "facts", "columns": [[name, length, CRC-32 as eight hexadecimal digits]]}`, |
 * |             | JSON in UTF-8, padded with spaces so that B is a multiple of 64                               |
 * | from B on   | the columns in that order, little-endian int32, without gaps or trailing bytes                |
 */
const MAGIC = 'BYCOLUMN';
const VERSION = 1;
const HEADER_AT = 20;
const ALIGNMENT = 64;
/** Far more than the gaps of a month can fill; a damaged length must not allocate gigabytes. */
const HEADER_BYTES_MAX = 1_048_576;
/** Enough for the header of a month with some hundred gaps in a single read. */
const FIRST_READ_BYTES = 4_096;

const headerSchema = z.object({
  kind: z.string(),
  facts: z.unknown(),
  columns: z.array(z.tuple([z.string(), z.int().nonnegative(), z.string().regex(/^[0-9a-f]{8}$/)])),
});

/** A column to be written: its name and its values. */
export type NamedColumn = readonly [name: string, values: Int32Array];

interface ColumnFacts {
  readonly name: string;
  readonly length: number;
  readonly checksum: string;
}

/** A column file with a valid header. */
export interface OpenColumnFile {
  readonly facts: unknown;
  readonly columns: readonly ColumnFacts[];
  readonly bytes: number;
  /**
   * Reads every column into the array of the same index, which may lie in shared memory, and compares the checksums.
   * @throws AppError CANDLE_FILE_DAMAGED naming the column
   */
  readInto(arrays: readonly Int32Array[]): Promise<void>;
  /** The same, synchronously; a month takes about a millisecond. */
  readIntoNow(arrays: readonly Int32Array[]): void;
  close(): void;
}

const readScattered = promisify(readv);

/** The content of a column file. */
export interface ColumnFile {
  readonly kind: string;
  readonly facts: unknown;
  readonly columns: readonly NamedColumn[];
}

/** Writes a column file and syncs it to disk. The caller renames it afterwards. */
export function writeColumnFile(file: string, content: ColumnFile): void {
  writeFileSync(file, columnFileBytes(content), { flush: true });
}

/** The bytes of a column file. */
export function columnFileBytes({ kind, facts, columns }: ColumnFile): Buffer {
  assert(endianness() === 'LE', 'the machine stores numbers as the file does');
  const bodies = columns.map(([, values]) => bytesOf(values));
  const listed = columns.map(([name, values]) => [name, values.length, checksumOf(values)]);
  const text = JSON.stringify({ kind, facts, columns: listed });
  const bare = HEADER_AT + Buffer.byteLength(text);
  const header = Buffer.from(text + ' '.repeat(Math.ceil(bare / ALIGNMENT) * ALIGNMENT - bare));
  const preamble = Buffer.alloc(HEADER_AT);
  preamble.write(MAGIC, 'latin1');
  preamble.writeUInt32LE(VERSION, 8);
  preamble.writeUInt32LE(header.length, 12);
  preamble.writeUInt32LE(crc32(header), 16);
  return Buffer.concat([preamble, header, ...bodies]);
}

/**
 * Opens a column file of one kind for reading and checks everything but the columns.
 * @throws AppError CANDLES_NOT_READABLE, CANDLE_FILE_FOREIGN, CANDLE_FILE_VERSION, CANDLE_FILE_DAMAGED
 */
export function openColumnFile(file: string, kind: string): OpenColumnFile {
  assert(endianness() === 'LE', 'the machine stores numbers as the file does');
  const descriptor = openedFile(file);
  try {
    const { size: bytes } = fstatSync(descriptor);
    const text = readHeader(descriptor, file, bytes);
    const header = headerSchema.safeParse(parsed(text));
    if (!header.success) throw damaged(file, `its header is not one of this form (${header.error.issues[0]?.message})`);
    if (header.data.kind !== kind) {
      throw new AppError('CANDLE_FILE_FOREIGN', `${file} contains ${header.data.kind}; ${kind} are expected.`);
    }
    const columns = header.data.columns.map(([name, length, checksum]) => ({ name, length, checksum }));
    const bodyAt = HEADER_AT + text.length;
    checkSize(file, bytes, bodyAt + columns.reduce((sum, column) => sum + column.length * 4, 0));
    return {
      facts: header.data.facts,
      columns,
      bytes,
      readInto: (arrays) => readColumns({ descriptor, file, bodyAt, columns }, arrays),
      readIntoNow: (arrays) => readColumnsNow({ descriptor, file, bodyAt, columns }, arrays),
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function openedFile(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const reason = systemReason(error) ?? error;
    throw new AppError('CANDLES_NOT_READABLE', `${file} cannot be read: ${reason}.`, { cause: error });
  }
}

/** The end of a damaged file's sentence, where nobody requests its candles from the exchange again. */
export const IMPORT_AGAIN = ' Import its candles again.';

/** The error for a damaged file: what is wrong, where, and what was expected. */
export function damaged(file: string, what: string): AppError {
  return new AppError('CANDLE_FILE_DAMAGED', `${file} is damaged: ${what}.${IMPORT_AGAIN}`);
}

function readHeader(descriptor: number, file: string, bytes: number): Buffer {
  const start = Buffer.alloc(Math.min(bytes, FIRST_READ_BYTES));
  readSync(descriptor, start, 0, start.length, 0);
  if (start.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new AppError('CANDLE_FILE_FOREIGN', `${file} is not a candle file: it must begin with "${MAGIC}".`);
  }
  if (start.length < HEADER_AT) throw damaged(file, `it ends inside its first ${HEADER_AT} bytes`);
  const version = start.readUInt32LE(8);
  if (version !== VERSION) {
    throw new AppError('CANDLE_FILE_VERSION', `${file} has version ${version}; this program reads version ${VERSION}.`);
  }
  const length = start.readUInt32LE(12);
  if (length > HEADER_BYTES_MAX || HEADER_AT + length > bytes) {
    throw damaged(file, `its header of ${length} bytes does not fit into its ${bytes} bytes`);
  }
  const header = Buffer.alloc(length);
  const isWhole = HEADER_AT + length <= start.length;
  if (isWhole) start.copy(header, 0, HEADER_AT, HEADER_AT + length);
  else readSync(descriptor, header, 0, length, HEADER_AT);
  if (crc32(header) !== start.readUInt32LE(16)) throw damaged(file, 'the checksum of its header is wrong');
  return header;
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return null; // The schema then refuses it with a sentence.
  }
}

function checkSize(file: string, bytes: number, expected: number): void {
  if (bytes < expected) throw damaged(file, `it is cut short, ${bytes} bytes instead of ${expected}`);
  if (bytes > expected) throw damaged(file, `${bytes - expected} bytes follow behind its end at byte ${expected}`);
}

interface Body {
  readonly descriptor: number;
  readonly file: string;
  readonly bodyAt: number;
  readonly columns: readonly ColumnFacts[];
}

async function readColumns(body: Body, arrays: readonly Int32Array[]): Promise<void> {
  checkRoom(body, arrays);
  // The system distributes the bytes on another thread; meanwhile this one verifies the previous files.
  const { bytesRead } = await readScattered(body.descriptor, arrays, body.bodyAt);
  checkRead(body, arrays, bytesRead);
}

function readColumnsNow(body: Body, arrays: readonly Int32Array[]): void {
  checkRoom(body, arrays);
  checkRead(body, arrays, readvSync(body.descriptor, arrays, body.bodyAt));
}

function checkRoom({ columns }: Body, arrays: readonly Int32Array[]): void {
  assert(
    arrays.length === columns.length && arrays.every(({ length }, index) => length === columns[index]?.length),
    'there is an array of the right length for every column',
  );
}

function checkRead({ file, columns }: Body, arrays: readonly Int32Array[], bytesRead: number): void {
  checkSize(
    file,
    bytesRead,
    arrays.reduce((sum, { byteLength }) => sum + byteLength, 0),
  );
  columns.forEach(({ name, checksum }, index) => {
    const found = checksumOf(arrays[index] ?? new Int32Array(0));
    if (found !== checksum) throw damaged(file, `the checksum of its column "${name}" is ${found}, not ${checksum}`);
  });
}

function checksumOf(values: Int32Array): string {
  return crc32(bytesOf(values)).toString(16).padStart(8, '0');
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
