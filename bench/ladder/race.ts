import { at } from '#base/assert.ts';
import { FIGURES, type FigureName, figureNames, figuresAt } from '#engine/sweep/figures.ts';
import { sweepLadder } from '#engine/sweep/sweep-ladder.ts';
import type { CppTwin } from './cpp-twin.ts';
import { alternate, median, threadMs } from './rounds.ts';
import type { Subject } from './subject.ts';
import { runTwin } from './twin.ts';

/** One set as one program ran it. */
interface Lap {
  readonly ms: number;
  readonly figures: Readonly<Record<FigureName, number>>;
}

/** The C++ twin and the file of each subject, when there is a compiler. */
export interface CppEntry {
  readonly twin: CppTwin;
  readonly files: readonly string[];
}

/** One program over all rounds. */
export interface Raced {
  /** By round, over all sets. */
  readonly ms: readonly number[];
  /** By set, the median of the rounds. */
  readonly setMs: readonly number[];
}

export interface Race {
  readonly sweep: Raced;
  readonly ts: Raced;
  readonly cpp: Raced | null;
  /** By set; all programs agree on every one of them. */
  readonly figures: readonly Readonly<Record<FigureName, number>>[];
}

/**
 * Sweep, TypeScript twin and C++ twin over the same sets, round by round. Ends with an error when one figure of one set
 * differs between any two of them: then they did not do the same work.
 */
export async function race(subjects: readonly Subject[], cpp: CppEntry | null): Promise<Race> {
  const run = {
    sweep: () => subjects.flatMap(sweepLaps),
    ts: () => subjects.flatMap(twinLaps),
  };
  run.sweep(); // Warm-up, like the one that the C++ twin makes for itself.
  run.ts();
  const all = await alternate<'sweep' | 'ts' | 'cpp', readonly Lap[]>({
    ...run,
    cpp: () => cppLaps(cpp),
  });
  const figures = at(all.sweep, 0).map((lap) => lap.figures);
  const names = subjects.flatMap(({ symbol, sets }) => sets.map((_, set) => `${symbol}, set ${set}`));
  for (const [program, rounds] of Object.entries(all)) {
    for (const laps of rounds) expectSameWork({ program, laps, figures, names });
  }
  return { sweep: raced(all.sweep), ts: raced(all.ts), cpp: cpp === null ? null : raced(all.cpp), figures };
}

function raced(rounds: readonly (readonly Lap[])[]): Raced {
  return {
    ms: rounds.map((laps) => laps.reduce((sum, { ms }) => sum + ms, 0)),
    setMs: at(rounds, 0).map((_, set) => median(rounds.map((laps) => at(laps, set).ms))),
  };
}

function sweepLaps({ history, minutes, sweepPlans }: Subject): Lap[] {
  const row = new Float64Array(FIGURES);
  return sweepPlans.map((plan) => {
    const begin = threadMs();
    sweepLadder(history, plan, 0, minutes, row, 0);
    return { ms: threadMs() - begin, figures: figuresAt(row, 0) };
  });
}

function twinLaps({ twinPlans, twinMarket }: Subject): Lap[] {
  return twinPlans.map((plan) => {
    const begin = threadMs();
    const figures = runTwin(plan, twinMarket);
    return { ms: threadMs() - begin, figures };
  });
}

async function cppLaps(cpp: CppEntry | null): Promise<Lap[]> {
  const laps: Lap[] = [];
  for (const file of cpp?.files ?? []) laps.push(...((await cpp?.twin.run(file)) ?? []));
  return laps;
}

function expectSameWork(told: {
  readonly program: string;
  readonly laps: readonly Lap[];
  readonly figures: Race['figures'];
  readonly names: readonly string[];
}): void {
  for (const [set, lap] of told.laps.entries()) {
    for (const name of figureNames) {
      const [wanted, found] = [at(told.figures, set)[name], lap.figures[name]];
      if (found === wanted) continue;
      throw new Error(`${at(told.names, set)}: ${name} is ${wanted} by the sweep and ${found} by ${told.program}`);
    }
  }
}
