/** Stretches of bars that do not touch, in order: where each begins and ends, in turn. */
export type Runs = readonly number[];

/** Runs with fewer bars between them are joined: to begin a run costs as much as some bars. */
const GAP = 8;

/**
 * The bars at which a truth matters, each with `lead` bars before it.
 * @param where - those bars, in order; omitted, it matters at all `length` bars
 */
export function runsWhere(where: readonly number[] | undefined, length: number, lead: number): Runs {
  if (where === undefined) return [0, length];
  const runs: number[] = [];
  let [from, to] = [0, 0];
  for (const bar of where) {
    if (bar > to + lead + GAP) {
      if (to > 0) runs.push(from, to);
      from = bar - lead;
    }
    to = bar + 1;
  }
  if (to > 0) runs.push(from, to);
  return runs;
}
