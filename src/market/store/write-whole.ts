import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { flushFolder } from '../candle-files/staging.ts';

/** The last write of each file that is under way. */
const writing = new Map<string, Promise<void>>();

/**
 * Puts a file in place of the one before, so that at every moment one of both is there, whole and on the disk. Writes of
 * one file wait for each other, and the one asked for last stays.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const before = writing.get(file) ?? Promise.resolve();
  const written = before.catch(() => undefined).then(() => replaceFile(file, content)); // Its caller hears of a failure.
  writing.set(file, written);
  try {
    await written;
  } finally {
    if (writing.get(file) === written) writing.delete(file);
  }
}

async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  const waiting = path.join(folder, `.saving-${path.basename(file)}`);
  await writeFile(waiting, content, { flush: true });
  renameSync(waiting, file);
  flushFolder(folder);
}

/**
 * What a JSON file says; null when there is none.
 * @throws AppError MARKET_FILE_DAMAGED when it is not of the form
 */
export function readWhole<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null;
  const result = schema.safeParse(parsed(readFileSync(file, 'utf8')));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError(
    'MARKET_FILE_DAMAGED',
    `${file} is damaged at "${issue?.path.join('.')}" (${issue?.message}). Delete it: the exchange is asked again.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The schema refuses it with a sentence.
  }
}
