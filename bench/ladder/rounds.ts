import { median } from '../median.ts';

/**
 * How often everything is measured, in turn: what slows the machine down for a while slows all of them, and spoils one or
 * two rounds of each, which the median passes over.
 */
export const ROUNDS = 5;

/** Programs that are measured beside each other, and what each of them measured by round. */
export interface Heat<Name extends string, Result> {
  readonly results: Readonly<Record<Name, readonly Result[]>>;
  /** Runs the programs one after the other, lap by lap, and keeps the best lap of each. */
  readonly round: () => Promise<void>;
}

/**
 * @param laps - of a round: whoever else uses the machine only ever adds time, so the best of them stands for the round
 * @param best - of two laps of one program
 */
export function heat<Name extends string, Result>(
  laps: number,
  programs: Readonly<Record<Name, () => Result | Promise<Result>>>,
  best: (one: Result, other: Result) => Result,
): Heat<Name, Result> {
  const names = Object.keys(programs) as Name[]; // The type of the keys is lost by the language.
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
 * Milliseconds that this thread was given so far. Others who use the machine take time from the wall clock, and
 * from this hardly any, so it is what single-threaded programs are compared by.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
