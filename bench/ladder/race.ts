import { at } from '#base/assert.ts';
import { FIGURES, type FigureName, figureNames, figuresAt } from '#engine/sweep/figures.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import { median } from '../median.ts';
import type { Ask, CppRun, CppTwin } from './cpp-twin.ts';
import { heat, sum, threadMs } from './rounds.ts';
import type { Subject } from './subject.ts';

export type RunFigures = Readonly<Record<FigureName, number>>;

/** The C++ twin and the file of each subject, when there is a compiler. */
export interface CppEntry {
  readonly twin: CppTwin;
  readonly files: readonly string[];
}

/** One set on one subject. */
interface Run {
  readonly subject: number;
  readonly set: number;
  /** Index among all runs: subject by subject, set by set. */
  readonly place: number;
}

/** Median milliseconds of one program for each part of the runs, and by round for all of them. */
export interface Raced {
  readonly ms: readonly number[];
  readonly partMs: readonly number[];
}

export interface Race {
  readonly round: () => Promise<void>;
  /** The measurements of all rounds so far. */
  readonly raced: () => {
    readonly sweep: Raced;
    readonly cpp: Raced | null;
    /** The C++ twin with its rules merged into two prices. */
    readonly merged: Raced | null;
  };
  /** By place; all programs agree on every one of them. */
  readonly figures: readonly RunFigures[];
  /** The runs in three equal parts, from those with the fewest fills to those with the most. */
  readonly parts: readonly (readonly Run[])[];
}

const PARTS = 3;
/** The clock of a thread has a resolution of some milliseconds, so a round of the sweep is several passes. */
const PASSES = 3;
const LAPS = 4;

/** The timed sweep: it runs a part of the sets and keeps the results until the next part. */
interface Program {
  readonly run: (part: readonly Run[]) => void;
  readonly found: (run: Run) => RunFigures;
}

/**
 * The sweep and the C++ twin over the same sets. A round fails when any figure of a set differs between them, because
 * then they did not do the same work.
 */
export function openRace(subjects: readonly Subject[], cpp: CppEntry | null): Race {
  const places = subjects
    .flatMap(({ sets }, subject) => sets.map((_, set) => ({ subject, set })))
    .map((run, place) => ({ ...run, place }));
  const sweep = sweepProgram(subjects, places.length);
  sweep.run(places); // For the figures, and to warm up.
  const figures = places.map(sweep.found);
  const check = (run: Run, found: RunFigures): void =>
    expectSame(subjects, run, { wanted: at(figures, run.place), found });
  const order = places.toSorted((one, other) => at(figures, one.place).fills - at(figures, other.place).fills);
  const third = Math.ceil(order.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, part) => order.slice(part * third, (part + 1) * third));
  const { results, round } = heat(
    LAPS,
    {
      sweep: () => parts.map((part) => timePart(sweep, part, check)),
      cpp: () => cppLap(cpp, parts, { ask: 'plain', places, check }),
      merged: () => cppLap(cpp, parts, { ask: 'merged', places, check }),
    },
    (one, other) => one.map((ms, part) => Math.min(ms, at(other, part))),
  );
  const raced = () => ({
    sweep: racedOf(results.sweep),
    cpp: cpp && racedOf(results.cpp),
    merged: cpp && racedOf(results.merged),
  });
  return { round, raced, figures, parts };
}

function racedOf(rounds: readonly (readonly number[])[]): Raced {
  return {
    ms: rounds.map(sum),
    partMs: Array.from({ length: PARTS }, (_, part) => median(rounds.map((lap) => at(lap, part)))),
  };
}

/** Milliseconds of one pass; the results are checked after the clock has stopped. */
function timePart(program: Program, part: readonly Run[], check: (run: Run, found: RunFigures) => void): number {
  const begin = threadMs();
  for (let pass = 0; pass < PASSES; pass += 1) program.run(part);
  const ms = threadMs() - begin;
  for (const run of part) check(run, program.found(run));
  return ms / PASSES;
}

/** Number of sets that go through the history side by side, as in the pool. */
const TOGETHER = 64;

function sweepProgram(subjects: readonly Subject[], runs: number): Program {
  const rows = new Float64Array(runs * FIGURES);
  const rowOf = new Int32Array(runs);
  return {
    run(part) {
      let row = 0;
      for (const batch of batchesOf(part)) {
        const { history, minutes, sweepPlans } = at(subjects, at(batch, 0).subject);
        const plans = batch.map(({ set }) => at(sweepPlans, set));
        sweepLadders(history, plans, { from: 0, to: minutes, figures: rows, offset: row * FIGURES });
        for (const { place } of batch) {
          rowOf[place] = row;
          row += 1;
        }
      }
    },
    found: ({ place }) => figuresAt(rows, at(rowOf, place) * FIGURES),
  };
}

/** Runs grouped by subject, at most as many as go together. */
function batchesOf(part: readonly Run[]): readonly (readonly Run[])[] {
  const bySubject = Map.groupBy(part, ({ subject }) => subject);
  return [...bySubject.values()].flatMap((runs) =>
    Array.from({ length: Math.ceil(runs.length / TOGETHER) }, (_, batch) =>
      runs.slice(batch * TOGETHER, (batch + 1) * TOGETHER),
    ),
  );
}

/** The C++ twin keeps the time of every set itself; without it, nothing. */
async function cppLap(
  cpp: CppEntry | null,
  parts: Race['parts'],
  { ask, places, check }: { ask: Ask; places: readonly Run[]; check: (run: Run, found: RunFigures) => void },
): Promise<readonly number[]> {
  if (cpp === null) return parts.map(() => 0);
  const laps: CppRun[] = [];
  for (const file of cpp.files) laps.push(...(await cpp.twin.run(file, ask)));
  for (const run of places) check(run, at(laps, run.place).figures);
  return parts.map((part) => sum(part.map(({ place }) => at(laps, place).ms)));
}

function expectSame(
  subjects: readonly Subject[],
  { subject, set }: Run,
  { wanted, found }: { wanted: RunFigures; found: RunFigures },
): void {
  const wrong = figureNames.find((name) => found[name] !== wanted[name]);
  if (wrong === undefined) return;
  const { symbol } = at(subjects, subject);
  throw new Error(
    `${symbol}, set ${set}: ${wrong} is ${wanted[wrong]} by the sweep and ${found[wrong]} by the C++ twin`,
  );
}
