import { assert, at } from '#base/assert.ts';
import { FIGURES, figureNames, figuresAt } from '#engine/sweep/figures.ts';
import { SweepPool } from '#lab/sweep/sweep-pool.ts';
import type { CppTwin } from './cpp-twin.ts';
import type { RunFigures } from './race.ts';
import { type Heat, heat, sum } from './rounds.ts';
import { ACCOUNT, type Subject } from './subject.ts';

/**
 * How often each set is repeated: a job then lasts one to two seconds, long enough that a short load on one of the
 * cores is shared by both workers.
 */
const TIMES = 8;
const LAPS = 3;
/** Two C++ programs at once, each of which reads its file and warms up before its own clock runs. */
const CORES_LAPS = 6;

interface Lap {
  readonly ms: number;
  /** Processor time of the whole program per wall time: less than the number of workers if others used the machine. */
  readonly cores: number;
}

/** A sweep on a pool of one worker and on one of two. */
export interface WorkersRace extends Heat<'one' | 'two', Lap> {
  /** How often each set is run in a lap. */
  readonly times: number;
  readonly close: () => Promise<void>;
}

export async function openWorkers(subjects: readonly Subject[], figures: readonly RunFigures[]): Promise<WorkersRace> {
  const pools = { one: new SweepPool({ workers: 1 }), two: new SweepPool({ workers: 2 }) };
  const grid = at(subjects, 0).sets;
  assert(
    subjects.every(({ sets }) => sets === grid),
    'one list for every symbol travels to the workers once',
  );
  const sets = Array.from({ length: TIMES }, () => grid).flat();
  const jobs = subjects.map(({ history, instrument }) => ({ history, instrument, account: ACCOUNT, sets }));
  const sweep = async (pool: SweepPool): Promise<Lap> => {
    const [begin, cpuBegin] = [performance.now(), process.cpuUsage()];
    const rows = await Promise.all(jobs.map((job) => pool.run(job)));
    const ms = performance.now() - begin;
    const { user, system } = process.cpuUsage(cpuBegin);
    for (const [subject, row] of rows.entries()) expectSameRows(row, figures.slice(subject * grid.length));
    return { ms, cores: (user + system) / 1_000 / ms };
  };
  await sweep(pools.one); // Warm-up.
  await sweep(pools.two);
  const programs = { one: () => sweep(pools.one), two: () => sweep(pools.two) };
  return {
    ...heat(LAPS, programs, (one, other) => (one.ms <= other.ms ? one : other)),
    times: TIMES,
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/**
 * The speed of two cores of this machine as a multiple of one: the C++ twin alone, and two of them that share nothing.
 * Two virtual cores of one physical core are far from twice as fast, whatever runs on them.
 */
export function openCores(twin: CppTwin, file: string): Heat<'alone' | 'both', number> {
  const alone = async () => sum((await twin.run(file, 'plain')).map(({ ms }) => ms));
  const both = async () => Math.max(...(await Promise.all([alone(), alone()])));
  return heat(CORES_LAPS, { alone, both }, Math.min);
}

function expectSameRows(rows: Float64Array, figures: readonly RunFigures[]): void {
  const sets = rows.length / FIGURES / TIMES;
  for (let set = 0; set < sets * TIMES; set += 1) {
    const [found, wanted] = [figuresAt(rows, set * FIGURES), at(figures, set % sets)];
    const wrong = figureNames.find((name) => found[name] !== wanted[name]);
    if (wrong !== undefined) throw new Error(`a worker found ${wrong} ${found[wrong]} instead of ${wanted[wrong]}`);
  }
}
