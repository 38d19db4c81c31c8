import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { at } from '#base/assert.ts';
import { type FigureName, figureNames } from '#engine/sweep/figures.ts';

const run = promisify(execFile);
const SOURCE = new URL('twin.cpp', import.meta.url).pathname;
const COMPILERS = ['g++', 'clang++'] as const;
const FLAGS = ['-std=c++20', '-O3', '-march=native'];

/** One set as run by the C++ twin; the time is that of its loop alone. */
export interface CppRun {
  readonly ms: number;
  readonly figures: Readonly<Record<FigureName, number>>;
}

/**
 * How its loop checks a candle: each rule separately, or two prices into which the rules are merged after every event.
 */
export type Ask = 'plain' | 'merged';

export interface CppTwin {
  /** First line of the compiler's version, and the flags. */
  readonly compiler: string;
  /** Runs every set of a file, after a warm-up. */
  readonly run: (file: string, ask: Ask) => Promise<readonly CppRun[]>;
}

/**
 * Compiles the twin into a folder with the first compiler on the path; null without one. Throws if the source is
 * invalid.
 */
export async function compileTwin(folder: string): Promise<CppTwin | null> {
  for (const compiler of COMPILERS) {
    const version = await versionOf(compiler);
    if (version === null) continue;
    const program = join(folder, 'twin');
    await run(compiler, [...FLAGS, '-o', program, SOURCE]);
    return { compiler: `${version} ${FLAGS.join(' ')}`, run: (file, ask) => runProgram(program, file, ask) };
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

async function runProgram(program: string, file: string, ask: Ask): Promise<readonly CppRun[]> {
  const { stdout } = await run(program, [file, ask], { maxBuffer: 64 * 1_024 * 1_024 });
  return stdout.trim().split('\n').map(parseRun);
}

function parseRun(line: string): CppRun {
  const [nanoseconds, ...values] = line.split(' ').map(Number);
  const figures = Object.fromEntries(figureNames.map((name, index) => [name, at(values, index)]));
  return { ms: (nanoseconds ?? Number.NaN) / 1e6, figures: figures as Record<FigureName, number> }; // Every name has its entry.
}
