import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { at } from '#base/assert.ts';

const run = promisify(execFile);
const COMPILERS = ['g++', 'clang++'] as const;
const FLAGS = ['-std=c++20', '-O3', '-march=native'];

/** A compiled yardstick. */
export interface CppProgram {
  /** First line of the compiler's version, and the flags. */
  readonly compiler: string;
  readonly run: (words: readonly string[]) => Promise<string>;
}

/**
 * Compiles a source with the first compiler on the path; null without one. Throws if the source is invalid.
 * @param program - path of the executable to be written
 */
export async function compileCpp(source: string, program: string): Promise<CppProgram | null> {
  for (const compiler of COMPILERS) {
    const version = await versionOf(compiler);
    if (version === null) continue;
    await run(compiler, [...FLAGS, '-o', program, source]);
    const runProgram = async (words: readonly string[]): Promise<string> =>
      (await run(program, [...words], { maxBuffer: 64 * 1_024 * 1_024 })).stdout;
    return { compiler: `${version} ${FLAGS.join(' ')}`, run: runProgram };
  }
  return null;
}

async function versionOf(compiler: string): Promise<string | null> {
  try {
    const { stdout } = await run(compiler, ['--version']);
    return at(stdout.split('\n'), 0);
  } catch {
    return null; // Not on the path: the next one, or none.
  }
}
