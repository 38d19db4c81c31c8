import { main as runProgram } from '#main/main.ts';
import { buildWebWhenChanged } from './build-web.ts';

/** `npm start`: builds the web when its sources changed, then runs the program in this process. */
export async function main(words: readonly string[]): Promise<void> {
  const hasBuilt = await buildWebWhenChanged();
  await runProgram(words, hasBuilt ? performance.now() : 0);
}
