import { join } from 'node:path';
import { at } from '#base/assert.ts';
import { type FigureName, figureNames } from '#engine/sweep/figures.ts';
import { compileCpp } from '../compile-cpp.ts';

const SOURCE = new URL('twin.cpp', import.meta.url).pathname;

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
  const program = await compileCpp(SOURCE, join(folder, 'twin'));
  if (program === null) return null;
  const runs = async (file: string, ask: Ask) => (await program.run([file, ask])).trim().split('\n').map(parseRun);
  return { compiler: program.compiler, run: runs };
}

function parseRun(line: string): CppRun {
  const [nanoseconds, ...values] = line.split(' ').map(Number);
  const figures = Object.fromEntries(figureNames.map((name, index) => [name, at(values, index)]));
  return { ms: (nanoseconds ?? Number.NaN) / 1e6, figures: figures as Record<FigureName, number> }; // Every name has its entry.
}
