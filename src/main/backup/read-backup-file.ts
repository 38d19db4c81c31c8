import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import {
  anyHeadSchema,
  BACKUP_FORMAT,
  type BackupHead,
  endSchema,
  headSchema,
  type Manifest,
  nameOf,
  type PartHead,
  partSchema,
} from './backup-format.ts';

/** What a backup says, in its order. The manifest comes last, and only when everything before it agrees with it. */
export type BackupWord =
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'part'; readonly part: PartHead }
  | { readonly kind: 'lines'; readonly part: PartHead; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly manifest: Manifest };

const CHUNK_BYTES = 1_048_576;
/** Characters of a line. The longest row that the program stores has a few hundred thousand, the longest file some million. */
export const LINE_LENGTH_MAX = 67_108_864;

interface Reading {
  part: PartHead | null;
  hash: Hash;
  lines: number;
  readonly found: Manifest[number][];
}

/**
 * Reads a backup and compares it with its manifest.
 * @throws AppError BACKUP_UNKNOWN, BACKUP_NEWER, BACKUP_PARTIAL, BACKUP_DAMAGED
 */
export async function* readBackupFile(file: string): AsyncGenerator<BackupWord> {
  const reading: Reading = { part: null, hash: createHash('sha256'), lines: 0, found: [] };
  let isFirst = true;
  let isEnded = false;
  for await (const lines of linesOf(file)) {
    if (isEnded) throw damaged(file, 'it goes on after its end');
    const rows: string[] = [];
    for (const line of lines) {
      if (isFirst) {
        isFirst = false;
        yield { kind: 'head', head: headOf(file, line) };
        reading.hash.update(`${line}\n`);
      } else if (line.startsWith('"')) {
        reading.hash.update(`${line}\n`);
        reading.lines += 1;
        rows.push(String(jsonOf(file, line)));
      } else {
        if (reading.part !== null && rows.length > 0)
          yield { kind: 'lines', part: reading.part, lines: rows.splice(0) };
        const word = titleOf(file, line, reading);
        yield word;
        isEnded = word.kind === 'end';
      }
    }
    if (reading.part !== null && rows.length > 0) yield { kind: 'lines', part: reading.part, lines: rows };
  }
  if (isFirst) throw unknown(file);
  if (!isEnded) throw partial(file);
}

/** A line that begins a part, or the manifest. */
function titleOf(file: string, line: string, reading: Reading): Extract<BackupWord, { kind: 'part' | 'end' }> {
  const value = jsonOf(file, line);
  reading.found.push({
    name: reading.part === null ? 'head' : nameOf(reading.part),
    lines: reading.lines,
    sha256: reading.hash.digest('hex'),
  });
  const part = partSchema.safeParse(value);
  if (part.success) {
    Object.assign(reading, { part: part.data, hash: createHash('sha256').update(`${line}\n`), lines: 0 });
    return { kind: 'part', part: part.data };
  }
  const end = endSchema.safeParse(value);
  if (!end.success) throw damaged(file, 'a line of it cannot be read');
  const text = JSON.stringify(end.data.manifest);
  if (createHash('sha256').update(text).digest('hex') !== end.data.sha256)
    throw damaged(file, 'its manifest is altered');
  if (text !== JSON.stringify(reading.found)) throw damaged(file, 'its content differs from its manifest');
  return { kind: 'end', manifest: end.data.manifest };
}

function headOf(file: string, line: string): BackupHead {
  const value = jsonOf(file, line);
  const any = anyHeadSchema.safeParse(value);
  if (!any.success) throw unknown(file);
  if (any.data.format > BACKUP_FORMAT) throw newerBackup(file, any.data.version);
  const head = headSchema.safeParse(value);
  if (!head.success) throw damaged(file, 'its first line cannot be read');
  return head.data;
}

function jsonOf(file: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(file, 'a line of it cannot be read');
  }
}

/** Whole lines, as many as arrive together. A line that is longer than any of a backup is refused before it fills the memory. */
async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  const source = createReadStream(file);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (cause) => gunzip.destroy(cause));
  const rest = unfinishedLine();
  let count = 0;
  try {
    for await (const chunk of source.pipe(gunzip).setEncoding('utf8')) {
      const [head = '', ...lines] = String(chunk).split('\n');
      rest.add(head);
      if (rest.length() > LINE_LENGTH_MAX) throw tooLong(file, count + 1);
      const last = lines.pop();
      if (last === undefined) continue;
      const whole = [rest.take(), ...lines];
      rest.add(last);
      count += whole.length;
      yield whole;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw readError(file, cause);
  } finally {
    source.destroy();
  }
  if (rest.length() > 0) throw partial(file);
}

/** The beginning of a line whose end has not arrived; each part of it is copied once. */
function unfinishedLine() {
  let [parts, length]: [string[], number] = [[], 0];
  return {
    length: () => length,
    add(part: string): void {
      parts.push(part);
      length += part.length;
    },
    take(): string {
      const line = parts.join('');
      [parts, length] = [[], 0];
      return line;
    },
  };
}

function tooLong(file: string, line: number): AppError {
  return damaged(file, `line ${line} has more than ${LINE_LENGTH_MAX.toLocaleString('en-US')} characters`);
}

function readError(file: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'Z_BUF_ERROR') return partial(file);
  if (cause instanceof Error && cause.message === 'incorrect header check') return unknown(file);
  return damaged(file, systemReason(cause) ?? 'its compressed content is altered');
}

/** The error for a backup of a newer program. */
export function newerBackup(file: string, version: string): AppError {
  return new AppError(
    'BACKUP_NEWER',
    `${file} was made by Botyard ${version}, which is newer than this program. Restore it with that version or a later one.`,
  );
}

function unknown(file: string): AppError {
  return new AppError('BACKUP_UNKNOWN', `${file} is not a backup of Botyard.`);
}

function partial(file: string): AppError {
  const sentence = `${file} is not complete: writing or copying it was cut off. Use another backup, or copy it again.`;
  return new AppError('BACKUP_PARTIAL', sentence);
}

function damaged(file: string, why: string): AppError {
  return new AppError('BACKUP_DAMAGED', `${file} cannot be restored: ${why}. Use another backup, or copy it again.`);
}
