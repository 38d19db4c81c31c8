import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';

/**
 * Writes text in chunks to a file, which is renamed when it is complete, or to standard output.
 * @param text - read no faster than it can be written
 * @param target - the file, null for standard output; compressed on request or when its name ends with .gz
 * @throws AppError FILE_NOT_WRITABLE
 */
export async function writeText(
  text: Iterable<string> | AsyncIterable<string>,
  { out, isGzip }: { readonly out: string | null; readonly isGzip: boolean },
): Promise<void> {
  const source = Readable.from(text);
  const packers: Transform[] = isGzip || out?.endsWith('.gz') === true ? [createGzip()] : [];
  if (out === null) return toStandardOutput([source, ...packers]);
  const unfinished = `${out}.part`;
  try {
    await pipeline([source, ...packers, createWriteStream(unfinished, { flush: true })]);
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_NOT_WRITABLE', `${out} cannot be written: ${reason(error)}.`, { cause: error });
  }
}

/** The reader may stop early, as `head` does: that is not a failure. */
async function toStandardOutput(streams: readonly (Readable | Transform)[]): Promise<void> {
  try {
    await pipeline([...streams, process.stdout], { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

function reason(error: unknown): string {
  return systemReason(error) ?? (error instanceof Error ? error.message : String(error));
}
