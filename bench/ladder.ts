import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '#base/assert.ts';
import { type CppTwin, compileTwin } from './ladder/cpp-twin.ts';
import { ladderGrid } from './ladder/grid.ts';
import { type CppEntry, type Race, type Raced, race } from './ladder/race.ts';
import { median, spreadOf } from './ladder/rounds.ts';
import { generatedSubject, recordedSubjects, type Subject } from './ladder/subject.ts';
import { writeTwinFile } from './ladder/twin-file.ts';
import { timeReports, timeWalks } from './ladder/whole-runs.ts';
import { raceWorkers } from './ladder/workers.ts';

/** What the bench holds the engine to; the twin must be a good one, else the ratio to it does not count. */
const GOALS = { ratioCpp: 1, twinRatio: 2.5, reportMs: 10, workers: 1.8 };

type Tell = (line: string) => void;

/**
 * The sweep of DCA ladders beside its yardsticks: a plain loop over every candle in TypeScript and the same in C++, all
 * on the same candles and parameters, five alternating rounds, medians. First a generated year, then the recorded month.
 */
export async function ladderBench(tell: Tell) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  try {
    const twin = await compileTwin(folder);
    const sets = ladderGrid();
    const bench: Bench = { folder, twin, tell };
    const generated = await measure(bench, 'a generated year', [generatedSubject(sets)]);
    const real = await measure(bench, 'the recorded month of six symbols', await recordedSubjects(sets));
    const machine = {
      cpu: at(cpus(), 0).model,
      cores: availableParallelism(),
      node: process.versions.node,
      compiler: twin?.compiler ?? null,
    };
    return { figures: { ...generated, real, machine }, hasPassed: hasReached(generated) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly folder: string;
  readonly twin: CppTwin | null;
  readonly tell: Tell;
}

type Measured = Awaited<ReturnType<typeof measure>>;

function hasReached({ ratio, twin_ratio, report_ms, workers }: Measured): boolean {
  const isFast =
    ratio.cpp === null || twin_ratio === null || (ratio.cpp >= GOALS.ratioCpp && twin_ratio >= GOALS.twinRatio);
  const isShared = availableParallelism() < 2 || workers.ratio >= GOALS.workers;
  return isFast && isShared && report_ms <= GOALS.reportMs;
}

async function measure({ folder, twin, tell }: Bench, name: string, subjects: readonly Subject[]) {
  tell(`${name}: ${subjects.map(({ symbol, minutes }) => `${symbol} ${minutes} minutes`).join(', ')}`);
  const outcome = await race(subjects, await entryOf(twin, folder, subjects));
  const { sweep, ts, cpp, figures } = outcome;
  const candles = subjects.reduce((sum, { minutes, sets }) => sum + minutes * sets.length, 0);
  const rate = ratesOf(candles, tell);
  const speed = {
    sweep: rate('sweep', sweep.ms),
    ts: rate('TypeScript twin', ts.ms),
    cpp: cpp && rate('C++ twin', cpp.ms),
  };
  const set = middleOf(figures);
  const perSubject = figures.length / subjects.length;
  const subject = at(subjects, Math.floor(set / perSubject));
  const own = figures.slice(subjects.indexOf(subject) * perSubject);
  const reports = timeReports(subject, set % perSubject, own);
  tell(`  full report: ${reports.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  const walked = [0, 1, 2].map((third) => Math.floor(((third + 0.5) * perSubject) / 3));
  const offset = subjects.indexOf(subject) * perSubject;
  const walks = timeWalks(subject, walked, own);
  const walkRatio = sum(walks) / sum(walked.map((place) => at(sweep.setMs, offset + place)));
  tell(`  account minute by minute: ${Math.round((walked.length * subject.minutes) / sum(walks))} thousand candles/s`);
  return {
    sweep: { candles_per_s: speed.sweep, run_ms: rounded(median(sweep.ms) / figures.length, 3) },
    report_ms: rounded(median(reports), 1),
    ratio: {
      ts: rounded(median(ts.ms) / median(sweep.ms), 2),
      cpp: cpp && rounded(median(cpp.ms) / median(sweep.ms), 2),
      walk: rounded(walkRatio, 0),
    },
    twin: { candles_per_s: speed.cpp ?? speed.ts, language: cpp === null ? 'TypeScript' : 'C++' },
    twin_ts: { candles_per_s: speed.ts },
    twin_ratio: cpp && rounded(median(ts.ms) / median(cpp.ms), 2),
    workers: await workersOf(subjects, outcome, { candles, tell }),
    report: { cycles: at(figures, set).cycles, fills: at(figures, set).fills },
    density: densityOf(outcome, subjects),
    grid: {
      runs: figures.length,
      cycles: spreadOf(figures.map(({ cycles }) => cycles)),
      fills: spreadOf(figures.map(({ fills }) => fills)),
    },
  };
}

async function entryOf(twin: CppTwin | null, folder: string, subjects: readonly Subject[]): Promise<CppEntry | null> {
  if (twin === null) return null;
  const files = subjects.map(({ symbol, minutes }) => join(folder, `${symbol}-${minutes}.bin`));
  for (const [index, subject] of subjects.entries()) {
    await writeTwinFile(at(files, index), subject.twinPlans, subject.twinMarket);
  }
  return { twin, files };
}

/** Candles a second and core, from the milliseconds of each round; also told with its spread. */
function ratesOf(candles: number, tell: Tell) {
  return (name: string, ms: readonly number[]): number => {
    const [fastest, middle, slowest] = spreadOf(ms).map((time) => (candles / time) * 1_000) as [number, number, number]; // As many as came.
    tell(`  ${name}: ${millions(middle)} million candles/s (${millions(slowest)} to ${millions(fastest)})`);
    return Math.round(middle);
  };
}

async function workersOf(
  subjects: readonly Subject[],
  { figures }: Race,
  { candles, tell }: { candles: number; tell: Tell },
) {
  const { ms, times } = await raceWorkers(subjects, figures);
  const rate = ratesOf(candles * times, tell);
  const [one, two] = [rate('pool of one worker', ms.one), rate('pool of two workers', ms.two)];
  return {
    one: { candles_per_s: one },
    two: { candles_per_s: two },
    ratio: rounded(median(ms.one) / median(ms.two), 2),
  };
}

/** The sets in three equal parts by how many cycles they live through: rare events are where an index pays most. */
function densityOf({ figures, sweep, cpp, ts }: Race, subjects: readonly Subject[]) {
  const minutes = subjects.flatMap((subject) => subject.sets.map(() => subject.minutes));
  const order = figures.map((_, set) => set).toSorted((a, b) => at(figures, a).fills - at(figures, b).fills);
  const third = Math.ceil(order.length / 3);
  const part = (from: number) => {
    const sets = order.slice(from * third, (from + 1) * third);
    const time = ({ setMs }: Raced) => sum(sets.map((set) => at(setMs, set)));
    return {
      fills: median(sets.map((set) => at(figures, set).fills)),
      candles_per_s: Math.round((sum(sets.map((set) => at(minutes, set))) / time(sweep)) * 1_000),
      ratio: { ts: rounded(time(ts) / time(sweep), 2), cpp: cpp && rounded(time(cpp) / time(sweep), 2) },
    };
  };
  return { sparse: part(0), middle: part(1), dense: part(2) };
}

/** The set whose number of fills is the median. */
function middleOf(figures: Race['figures']): number {
  const wanted = median(figures.map(({ fills }) => fills));
  return figures.findIndex(({ fills }) => fills === wanted);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const millions = (value: number): string => (value / 1e6).toFixed(0);

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
