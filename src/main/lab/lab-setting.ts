import { availableParallelism } from 'node:os';

/** One core is left to the bots, the database and the requests. */
export function labWorkers(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** Candles of a set that a core is assumed to pass over in a second, for the time that a test is told to take. */
const SWEPT_A_SECOND = 150_000_000;
const ON_ACCOUNT_A_SECOND = 10_000_000;

/** @param isSwept - whether the sweep kernel computes the test, instead of the account that bots trade on */
export function assumedSpeed(isSwept: boolean): number {
  return isSwept ? SWEPT_A_SECOND : ON_ACCOUNT_A_SECOND;
}

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
