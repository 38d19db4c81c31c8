import { availableParallelism } from 'node:os';
import type { TestPace } from '#storage/tests/test-plan.ts';

/** One core is left to the bots, the database and the requests. */
export function labWorkers(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** Candles of a run that a worker is assumed to pass over in a second before this installation has measured it. */
export const ASSUMED_SPEED: Readonly<Record<TestPace, number>> = {
  ladders: 150_000_000,
  rules: 10_000_000,
  account: 10_000_000,
};

/** Results of programs with the same text are the same. */
export function engineVersionOf({
  version,
  commit,
}: {
  readonly version: string;
  readonly commit: string | null;
}): string {
  return commit === null ? version : `${version}+${commit}`;
}
