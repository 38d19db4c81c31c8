import { AppError } from '#base/errors.ts';
import { main as runProgram } from '#main/main.ts';
import { buildWebWhenChanged } from './build-web.ts';

/** `npm start`: builds the web when its sources changed, then runs the program in this process. */
export async function main(words: readonly string[]): Promise<void> {
  const hasBuilt = await built();
  await runProgram(words, hasBuilt ? performance.now() : 0);
}

async function built(): Promise<boolean> {
  try {
    return await buildWebWhenChanged();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
