import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '#base/assert.ts';
import { compileTwin } from './ladder/cpp-twin.ts';
import { ladderGrid } from './ladder/grid.ts';
import type { Raced } from './ladder/race.ts';
import { ROUNDS, spreadOf, sum } from './ladder/rounds.ts';
import { openStand, type Stand } from './ladder/stand.ts';
import { generatedSubject, recordedSubjects, type Subject } from './ladder/subject.ts';
import { timeWalk } from './ladder/whole-runs.ts';
import type { WorkersRace } from './ladder/workers.ts';
import { median } from './median.ts';

/** The limits that the bench enforces; the ratio to C++ only if there is a compiler. */
const GOALS = { ratioCpp: 1, reportMs: 10, workers: 1.8 };

type Tell = (line: string) => void;

/**
 * The sweep of DCA ladders against its yardstick, a plain loop over every candle in C++, on the same candles and
 * parameters: medians of five alternating rounds, over a generated year and the recorded month.
 */
export async function ladderBench(tell: Tell) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  const stands: Stand[] = [];
  try {
    const twin = await compileTwin(folder);
    const open = async (name: string, subjects: readonly Subject[]): Promise<Stand> => {
      tell(`${name}: ${subjects.map(({ symbol, minutes }) => `${symbol} ${minutes} minutes`).join(', ')}`);
      const stand = await openStand(subjects, { twin, folder });
      stands.push(stand);
      return stand;
    };
    const sets = ladderGrid();
    const year = await open('a generated year', [generatedSubject(sets)]);
    const month = await open('the recorded month of six symbols', await recordedSubjects(sets));
    for (let round = 1; round <= ROUNDS; round += 1) {
      tell(`round ${round} of ${ROUNDS}`);
      await year.round();
      await month.round();
    }
    tell('the generated year');
    const generated = figuresOf(year, tell);
    tell('the recorded month');
    const real = figuresOf(month, tell);
    const machine = {
      cpu: at(cpus(), 0).model,
      cores: availableParallelism(),
      node: process.versions.node,
      compiler: twin?.compiler ?? null,
    };
    return { figures: { ...generated, real, machine }, hasPassed: hasReached(generated) };
  } finally {
    await Promise.all(stands.map((stand) => stand.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

type Figures = ReturnType<typeof figuresOf>;

function hasReached({ ratio, report_ms, workers }: Figures): boolean {
  const isFast = ratio.cpp === null || ratio.cpp >= GOALS.ratioCpp;
  const isShared = availableParallelism() < 2 || workers.ratio >= GOALS.workers;
  return isFast && isShared && report_ms <= GOALS.reportMs;
}

function figuresOf(stand: Stand, tell: Tell) {
  const { subjects, race } = stand;
  const { figures } = race;
  const { sweep, cpp, merged } = race.raced();
  const candles = sum(subjects.map(({ minutes, sets }) => minutes * sets.length));
  const rate = ratesOf(candles, tell);
  const swept = rate('sweep', sweep.ms);
  const compiled = cpp && rate('C++ twin', cpp.ms);
  const mergedRate = merged && rate('C++ twin, rules merged', merged.ms);
  const walk = walkOf(stand, tell);
  return {
    sweep: { candles_per_s: swept, run_ms: rounded(median(sweep.ms) / figures.length, 3) },
    ...reportsOf(stand, tell),
    ratio: {
      cpp: cpp && rounded(median(cpp.ms) / median(sweep.ms), 2),
      cpp_merged: merged && rounded(median(merged.ms) / median(sweep.ms), 2),
      walk: rounded(swept / walk, 0),
    },
    twin: { candles_per_s: compiled },
    twin_merged: { candles_per_s: mergedRate },
    workers: workersOf(stand.workers, { candles, tell }),
    cores_together: coresOf(stand, tell),
    walk: { candles_per_s: walk },
    density: densityOf(stand, { sweep, cpp }),
    grid: {
      runs: figures.length,
      cycles: spreadOf(figures.map(({ cycles }) => cycles)),
      fills: spreadOf(figures.map(({ fills }) => fills)),
      liquidations: sum(figures.map(({ liquidations }) => liquidations)),
    },
  };
}

/** Full reports of the bot with the median number of fills. */
function reportsOf({ race, middle, reports }: Stand, tell: Tell) {
  const timed = (name: string, laps: readonly { readonly wallMs: number; readonly threadMs: number }[]) => {
    const [wall, thread] = [laps.map(({ wallMs }) => wallMs), laps.map(({ threadMs }) => threadMs)];
    tell(`  ${name}: ${told(wall)} ms by the wall clock, ${told(thread)} ms of its thread`);
    return { wall: rounded(median(wall), 1), thread: rounded(median(thread), 1) };
  };
  const bare = timed('full report', reports.results.bare);
  const logged = timed('full report and log', reports.results.logged);
  const { cycles, fills } = at(race.figures, middle);
  return { report_ms: bare.wall, report: { thread_ms: bare.thread, with_log_ms: logged.wall, cycles, fills } };
}

/** Candles per second of an account that runs every minute, for the middle run of each part. */
function walkOf({ subjects, race }: Stand, tell: Tell): number {
  const whole = race.parts.map((part) => at(part, Math.floor(part.length / 2)));
  const ms = whole.map(({ subject, set, place }) => timeWalk(at(subjects, subject), set, at(race.figures, place)));
  const minutes = sum(whole.map(({ subject }) => at(subjects, subject).minutes));
  const walk = Math.round((minutes / sum(ms)) * 1_000);
  tell(`  account minute by minute: ${Math.round(walk / 1_000)} thousand candles/s`);
  return walk;
}

/** Candles per second and core, from the milliseconds of each round, with the spread. */
function ratesOf(candles: number, tell: Tell) {
  return (name: string, ms: readonly number[]): number => {
    const [fastest, middle, slowest] = spreadOf(ms).map((time) => (candles / time) * 1_000) as [number, number, number]; // The same number of elements.
    tell(`  ${name}: ${millions(middle)} million candles/s (${millions(slowest)} to ${millions(fastest)})`);
    return Math.round(middle);
  };
}

function workersOf({ results, times }: WorkersRace, { candles, tell }: { candles: number; tell: Tell }) {
  const rate = ratesOf(candles * times, tell);
  const of = (name: 'one' | 'two') => {
    const laps = results[name];
    const candlesPerS = rate(
      `pool, workers: ${name}`,
      laps.map(({ ms }) => ms),
    );
    return { candles_per_s: candlesPerS, cores_had: rounded(median(laps.map(({ cores }) => cores)), 2) };
  };
  const [one, two] = [of('one'), of('two')];
  return { one, two, ratio: rounded(two.candles_per_s / one.candles_per_s, 2) };
}

/** The speed of two cores of this machine relative to one; null without a compiler. */
function coresOf({ cores }: Stand, tell: Tell): number | null {
  if (cores === null) return null;
  const together = rounded((2 * median(cores.results.alone)) / median(cores.results.both), 2);
  tell(`  two cores together: ${together} times one`);
  return together;
}

/** The runs in three equal parts by their number of events: an index pays off most where events are rare. */
function densityOf({ race, subjects }: Stand, { sweep, cpp }: { readonly sweep: Raced; readonly cpp: Raced | null }) {
  const { figures, parts } = race;
  const [sparse, middle, dense] = parts.map((part, index) => {
    const time = at(sweep.partMs, index);
    return {
      fills: median(part.map(({ place }) => at(figures, place).fills)),
      candles_per_s: Math.round((sum(part.map(({ subject }) => at(subjects, subject).minutes)) / time) * 1_000),
      ratio: { cpp: cpp && rounded(at(cpp.partMs, index) / time, 2) },
    };
  });
  return { sparse: sparse ?? null, middle: middle ?? null, dense: dense ?? null };
}

const told = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(', ');
const millions = (value: number): string => (value / 1e6).toFixed(0);

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
