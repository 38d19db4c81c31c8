import { availableParallelism } from 'node:os';

/** One core is left to the bots, the database and the requests. */
export function labWorkers(): number {
  return Math.max(1, availableParallelism() - 1);
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
