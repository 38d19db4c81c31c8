import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { replaceFile } from '#files/replace-file.ts';

const MADE_WITHIN = { timeout: 240_000, interval: 100 };

/**
 * What the first of a run's files to ask for it makes, for all of them.
 * @param shelf - a folder that all files of the run share
 * @param make - returns what tells the others where it is
 */
export async function onceARun(shelf: string, name: string, make: () => Promise<string>): Promise<string> {
  const ready = path.join(shelf, `${name}-ready`);
  if (await isFirst(path.join(shelf, `${name}-begun`))) {
    const making = make();
    // After a failure too: then the others fail at once, as nothing starts from half of it.
    await replaceFile(ready, await making.catch(() => ''));
    await making;
  }
  const made = await vi.waitFor(() => readFile(ready, 'utf8'), MADE_WITHIN);
  if (made === '') throw new Error(`The ${name} could not be made; the file that asked for it first says why.`);
  return made;
}

/** Whether nobody has called this with the folder before, among all processes. */
function isFirst(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    () => false,
  );
}
