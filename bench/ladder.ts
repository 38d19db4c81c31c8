import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '#base/assert.ts';
import { inlineSweep } from '#lab/inline-sweep.ts';
import { type CppTwin, compileTwin } from './ladder/cpp-twin.ts';
import { ladderGrid } from './ladder/grid.ts';
import { type CppEntry, type Race, race } from './ladder/race.ts';
import { median, spreadOf, sum } from './ladder/rounds.ts';
import { generatedSubject, recordedSubjects, type Subject } from './ladder/subject.ts';
import { writeTwinFile } from './ladder/twin-file.ts';
import { timeReports, timeWalk } from './ladder/whole-runs.ts';
import { coresTogether, raceWorkers } from './ladder/workers.ts';

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
    const year = generatedSubject(sets);
    const generated = await measure(bench, 'a generated year', [year]);
    const cores = twin && rounded(await coresTogether(twin, fileOf(folder, year)), 2);
    tell(`  two cores together: ${cores ?? 'not measured'} times one`);
    const real = await measure(bench, 'the recorded month of six symbols', await recordedSubjects(sets));
    const machine = {
      cpu: at(cpus(), 0).model,
      cores: availableParallelism(),
      cores_together: cores,
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
  inlineSweep(); // As the pool does.
  const outcome = await race(subjects, await entryOf(twin, folder, subjects));
  inlineSweep(false); // As where a report is made alone.
  const { sweep, ts, cpp, merged, figures } = outcome;
  const candles = sum(subjects.map(({ minutes, sets }) => minutes * sets.length));
  const rate = ratesOf(candles, tell);
  const swept = rate('sweep', sweep.ms);
  const looped = rate('TypeScript twin', ts.ms);
  const compiled = cpp && rate('C++ twin', cpp.ms);
  const mergedRate = merged && rate('C++ twin, rules merged', merged.ms);
  const { walk, report_ms, report } = wholeRuns(subjects, outcome, tell);
  return {
    sweep: { candles_per_s: swept, run_ms: rounded(median(sweep.ms) / figures.length, 3) },
    report_ms,
    ratio: {
      ts: rounded(median(ts.ms) / median(sweep.ms), 2),
      cpp: cpp && rounded(median(cpp.ms) / median(sweep.ms), 2),
      cpp_merged: merged && rounded(median(merged.ms) / median(sweep.ms), 2),
      walk: rounded(swept / walk, 0),
    },
    twin: { candles_per_s: compiled ?? looped, language: cpp === null ? 'TypeScript' : 'C++' },
    twin_merged: { candles_per_s: mergedRate },
    twin_ts: { candles_per_s: looped },
    twin_ratio: cpp && rounded(median(ts.ms) / median(cpp.ms), 2),
    workers: await workersOf(subjects, outcome, { candles, tell }),
    report,
    walk: { candles_per_s: walk },
    density: densityOf(outcome, subjects),
    grid: {
      runs: figures.length,
      cycles: spreadOf(figures.map(({ cycles }) => cycles)),
      fills: spreadOf(figures.map(({ fills }) => fills)),
      liquidations: sum(figures.map(({ liquidations }) => liquidations)),
    },
  };
}

/** A full report of the bot whose number of fills is the median, and the walk through every minute of three others. */
function wholeRuns(subjects: readonly Subject[], { figures, parts }: Race, tell: Tell) {
  const wanted = median(figures.map(({ fills }) => fills));
  const middle = figures.findIndex(({ fills }) => fills === wanted);
  const whole = parts.map((part) => at(part, Math.floor(part.length / 2)));
  const run = at(
    parts.flat().filter(({ place }) => place === middle),
    0,
  );
  const own = at(figures, middle);
  const timed = (hasLog: boolean) => {
    const reports = timeReports(at(subjects, run.subject), run.set, { figures: own, hasLog });
    const [wall, thread] = [reports.map(({ wallMs }) => wallMs), reports.map(({ threadMs }) => threadMs)];
    const name = `full report${hasLog ? ' and log' : ''}`;
    tell(`  ${name}: ${told(wall)} ms by the wall clock, ${told(thread)} ms of its thread`);
    return { wall: rounded(median(wall), 1), thread: rounded(median(thread), 1) };
  };
  const [bare, logged] = [timed(false), timed(true)];
  const ms = whole.map(({ subject, set, place }) => timeWalk(at(subjects, subject), set, at(figures, place)));
  const walk = Math.round((sum(whole.map(({ subject }) => at(subjects, subject).minutes)) / sum(ms)) * 1_000);
  tell(`  account minute by minute: ${Math.round(walk / 1_000)} thousand candles/s`);
  const report = { thread_ms: bare.thread, with_log_ms: logged.wall, cycles: own.cycles, fills: own.fills };
  return { report_ms: bare.wall, report, walk };
}

async function entryOf(twin: CppTwin | null, folder: string, subjects: readonly Subject[]): Promise<CppEntry | null> {
  if (twin === null) return null;
  const files = subjects.map((subject) => fileOf(folder, subject));
  for (const [index, subject] of subjects.entries()) {
    await writeTwinFile(at(files, index), subject.twinPlans, subject.twinMarket);
  }
  return { twin, files };
}

const fileOf = (folder: string, { symbol, minutes }: Subject): string => join(folder, `${symbol}-${minutes}.bin`);

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
  const { laps, times } = await raceWorkers(subjects, figures);
  const rate = ratesOf(candles * times, tell);
  const of = (name: 'one' | 'two') => {
    const candlesPerS = rate(
      `pool, workers: ${name}`,
      laps[name].map(({ ms }) => ms),
    );
    return { candles_per_s: candlesPerS, cores_had: rounded(median(laps[name].map(({ cores }) => cores)), 2) };
  };
  const [one, two] = [of('one'), of('two')];
  return { one, two, ratio: rounded(two.candles_per_s / one.candles_per_s, 2) };
}

/** The runs in three equal parts by how much happens in them: rare events are where an index pays most. */
function densityOf({ figures, parts, sweep, cpp, ts }: Race, subjects: readonly Subject[]) {
  const [sparse, middle, dense] = parts.map((part, index) => {
    const time = at(sweep.partMs, index);
    return {
      fills: median(part.map(({ place }) => at(figures, place).fills)),
      candles_per_s: Math.round((sum(part.map(({ subject }) => at(subjects, subject).minutes)) / time) * 1_000),
      ratio: {
        ts: rounded(at(ts.partMs, index) / time, 2),
        cpp: cpp && rounded(at(cpp.partMs, index) / time, 2),
      },
    };
  });
  return { sparse: sparse ?? null, middle: middle ?? null, dense: dense ?? null };
}

const told = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(', ');
const millions = (value: number): string => (value / 1e6).toFixed(0);

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
