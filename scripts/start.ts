import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AppError } from '#base/errors.ts';
import { buildProgramWhenChanged } from './build-program.ts';
import { buildWebWhenChanged } from './build-web.ts';
import { programFile } from './built-program.ts';

/** `npm start`: builds the web and the program when their sources changed, then runs the program in this process. */
export async function main(words: readonly string[]): Promise<void> {
  const hasBuilt = await built();
  const program: typeof import('#main/main.ts') = await import(pathToFileURL(programFile()).href);
  await program.main(words, hasBuilt ? performance.now() : 0);
}

/** @returns whether there was something to build */
async function built(): Promise<boolean> {
  if (existsSync('release.json')) return false;
  try {
    const outcomes = await Promise.all([buildWebWhenChanged(), buildProgramWhenChanged()]);
    return outcomes.includes(true);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
