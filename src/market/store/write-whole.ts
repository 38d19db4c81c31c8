import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { makeFolder } from '#files/make-folder.ts';
import { replaceFile } from '#files/replace-file.ts';
import { parseSummed } from '#files/summed-json.ts';
import { setAside } from './months/month-shelf.ts';

/** The latest pending write of each file. */
const writing = new Map<string, Promise<void>>();

/**
 * Replaces a file atomically, creating its folder if needed. Overlapping writes of one file run one after the other, so
 * the one requested last stays.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const before = writing.get(file) ?? Promise.resolve();
  makeFolder(path.dirname(file));
  const written = before.catch(() => undefined).then(() => replaceFile(file, content)); // A failure goes only to its own caller.
  writing.set(file, written);
  try {
    await written;
  } finally {
    if (writing.get(file) === written) writing.delete(file);
  }
}

/**
 * The content of a JSON file; null when there is none.
 * @throws AppError MARKET_FILE_DAMAGED when it does not match the schema or its checksum
 */
export function readWhole<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null;
  const result = schema.safeParse(parseSummed(readFileSync(file, 'utf8')));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError(
    'MARKET_FILE_DAMAGED',
    `${file} is damaged at "${issue?.path.join('.')}" (${issue?.message}). Delete it; its data will then be requested from the exchange again.`,
  );
}

/**
 * The same at the start of the program: a damaged file is set aside, because the exchange can send its content again.
 * @param tell - receives a sentence with the new name of the file
 */
export function readOrSetAside<T>(file: string, schema: z.ZodType<T>, tell: (sentence: string) => void): T | null {
  try {
    return readWhole(file, schema);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(`${file} is damaged. It was set aside as ${setAside(file, 'damaged')} and is rebuilt from the exchange.`);
    return null;
  }
}
