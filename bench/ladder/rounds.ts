import { median } from '../median.ts';

/**
 * How often everything is measured, in turn: a temporary slowdown of the machine affects all of them and spoils one or
 * two rounds of each, which the median ignores.
 */
export const ROUNDS = 5;

/** Programs that are measured side by side, with their measurements by round. */
export interface Heat<Name extends string, Result> {
  readonly results: Readonly<Record<Name, readonly Result[]>>;
  /** Runs the programs one after the other, lap by lap, and keeps the best lap of each. */
  readonly round: () => Promise<void>;
}

/**
 * @param laps - per round: other users of the machine can only add time, so the best lap represents the round
 * @param best - of two laps of one program
 */
export function heat<Name extends string, Result>(
  laps: number,
  programs: Readonly<Record<Name, () => Result | Promise<Result>>>,
  best: (one: Result, other: Result) => Result,
): Heat<Name, Result> {
  const names = Object.keys(programs) as Name[]; // TypeScript loses the type of the keys.
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  return {
    results,
    async round() {
      for (let lap = 0; lap < laps; lap += 1) {
        for (const name of names) {
          const result = await programs[name]();
          const before = lap === 0 ? undefined : results[name].pop();
          results[name].push(before === undefined ? result : best(before, result));
        }
      }
    },
  };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Smallest, median and largest. */
export function spreadOf(values: readonly number[]): readonly [smallest: number, middle: number, largest: number] {
  return [Math.min(...values), median(values), Math.max(...values)];
}

/**
 * Processor milliseconds of this thread so far. Other users of the machine hardly affect it, unlike the wall clock, so
 * single-threaded programs are compared by it.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
