import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { AppError } from '#base/errors.ts';
import { linesOf } from '../candle-files/csv/csv-lines.ts';
import { decodedName } from './archive-path.ts';

/** A month of minutes has about 6 MB; a file that unpacks to more than this is something else. */
const TEXT_BYTES_MAX = 134_217_728;
const CHECKSUM = /^([0-9a-f]{64}) [ *](\S+)\s*$/;

/** Whether a file without a `.CHECKSUM` beside it is refused. */
export type ChecksumRule = 'required' | 'if-there';

/**
 * The lines of an archive: a zip of one CSV file, which must have the SHA-256 in its `.CHECKSUM`.
 * @throws AppError ARCHIVE_CHECKSUM, ARCHIVE_INVALID
 */
export function openArchive(file: string, rule: ChecksumRule): readonly string[] {
  const bytes = readFileSync(file);
  checkSum(file, bytes, rule);
  const entries = unzipped(file, bytes);
  const [entry, ...more] = Object.entries(entries);
  if (entry === undefined || more.length > 0 || !entry[0].endsWith('.csv')) {
    throw new AppError('ARCHIVE_INVALID', `${file} must hold exactly one CSV file of at most ${TEXT_BYTES_MAX} bytes.`);
  }
  return linesOf(Buffer.from(entry[1]).toString('utf8'));
}

function checkSum(file: string, bytes: Uint8Array, rule: ChecksumRule): void {
  const told = `${file}.CHECKSUM`;
  if (!existsSync(told)) {
    if (rule === 'if-there') return;
    throw new AppError(
      'ARCHIVE_CHECKSUM',
      `${told} is missing: download it too, or say --unchecked to import files without it.`,
    );
  }
  const [, expected, name] = CHECKSUM.exec(readFileSync(told, 'utf8')) ?? [];
  if (expected === undefined || name === undefined || decodedName(name) !== decodedName(path.basename(file))) {
    throw new AppError(
      'ARCHIVE_CHECKSUM',
      `${told} must hold one line: 64 hexadecimal digits, two spaces, ${path.basename(file)}.`,
    );
  }
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === expected) return;
  throw new AppError(
    'ARCHIVE_CHECKSUM',
    `${file} has the SHA-256 ${found}; ${expected} is expected. Download it again.`,
  );
}

function unzipped(file: string, bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= TEXT_BYTES_MAX });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('ARCHIVE_INVALID', `${file} is not a valid zip file (${why}).`, { cause: error });
  }
}
