import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { replaceFile, unfinishedOf } from '#files/replace-file.ts';
import { type BackupHead, type Manifest, nameOf, type PartHead } from './backup-format.ts';

const OWNER_ONLY = 0o600;

/** One table or file of a backup, written in this order. */
export interface BackupPart {
  readonly head: PartHead;
  readonly lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
}

/**
 * Writes a backup that appears under its name only when it is complete and on disk.
 * @returns its manifest
 */
export async function writeBackupFile(file: string, head: BackupHead, parts: Iterable<BackupPart>): Promise<Manifest> {
  const manifest: Manifest[number][] = [];
  const gzip = createGzip();
  const packed = pipeline(Readable.from(backupText(head, parts, manifest)), gzip);
  packed.catch(() => {}); // It ends the stream with the same error, which whoever reads it gets.
  try {
    await replaceFile(file, gzip, OWNER_ONLY);
  } catch (error) {
    await rm(unfinishedOf(file), { force: true });
    throw error;
  }
  return manifest;
}

async function* backupText(
  head: BackupHead,
  parts: Iterable<BackupPart>,
  manifest: Manifest[number][],
): AsyncGenerator<string> {
  const headText = `${JSON.stringify(head)}\n`;
  manifest.push({ name: 'head', lines: 0, sha256: createHash('sha256').update(headText).digest('hex') });
  yield headText;
  for (const part of parts) {
    const hash = createHash('sha256');
    const title = `${JSON.stringify(part.head)}\n`;
    hash.update(title);
    yield title;
    let count = 0;
    for await (const batch of part.lines) {
      const text = batch.map((line) => `${JSON.stringify(line)}\n`).join('');
      hash.update(text);
      count += batch.length;
      yield text;
    }
    manifest.push({ name: nameOf(part.head), lines: count, sha256: hash.digest('hex') });
  }
  const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  yield `${JSON.stringify({ manifest, sha256 })}\n`;
}
