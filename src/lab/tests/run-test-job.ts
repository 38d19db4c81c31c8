import type { Insertable } from 'kysely';
import { at } from '#base/assert.ts';
import type { Reason } from '#base/errors.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch } from '#engine/model/history.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { closedMinutes } from '#engine/schedule/closed-days.ts';
import type { NewRow } from '#storage/database/rows/insert-rows.ts';
import type { JobRows, LabTest } from '#storage/tests/lab-rows.ts';
import type { PointFigures, TestFailure } from '#storage/tests/test-plan.ts';
import { testSpans, testWindows } from '#storage/tests/test-spans.ts';
import type { TestWindowsTable } from '#storage/tests/test-tables.ts';
import { type GridIndexes, paramsOfSet, symbolGroups, testSets } from '../plan/test-points.ts';
import { marketChangePercent } from '../points/market-change.ts';
import { pointFigures } from '../points/point-figures.ts';
import { pointFlags } from '../points/point-flags.ts';
import type { PointPool } from '../points/point-pool.ts';
import type { PointRun, PointRuns } from '../points/point-task.ts';
import type { TestJob } from '../queue/job-queue.ts';
import { botIdOf, pointNumber, windowNumber } from './plan-jobs.ts';
import { rankValue } from './rank-value.ts';
import type { TestGround } from './test-ground.ts';

/** A job of a test on its ground. */
export interface JobWork {
  readonly test: LabTest;
  readonly job: TestJob;
  readonly ground: TestGround;
  readonly pool: PointPool;
  readonly signal: AbortSignal;
}

/** Computes the rows of a job. @throws AppError as the pool does */
export async function runTestJob(work: JobWork): Promise<JobRows> {
  const beganAt = performance.now();
  const rows = await rowsOf(work);
  return { ...rows, candlesPassed: candlesOf(work, rows), workerMs: performance.now() - beganAt };
}

type Rows = Pick<JobRows, 'points' | 'windows'>;

async function rowsOf(work: JobWork): Promise<Rows> {
  const { sets, window } = work.job;
  if (sets !== null) return { points: await runSets(work, sets), windows: [] };
  return { points: [], windows: window === null ? [] : [await runWindow(work, window)] };
}

/** That the sets of a job have passed over, as an estimate counts them; refused ones have passed over none. */
function candlesOf({ test: { plan }, job: { window }, ground: { span, task } }: JobWork, { points, windows }: Rows) {
  const symbols = task.symbols.length;
  if (window === null) return points.filter(({ figures }) => figures !== null).length * lengthOf(span) * symbols;
  const hasRun = windows.some(({ train }) => train !== null);
  return hasRun ? testSets(plan).length * lengthOf(at(testWindows(plan, span), window).train) * symbols : 0;
}

const lengthOf = ({ from, to }: Stretch): number => to - from;

/** A set of the grid with the parameters that come of it. */
interface TriedSet {
  readonly set: number;
  readonly places: GridIndexes;
  readonly params: BotParams;
}

async function runSets(work: JobWork, { from, to }: Stretch): Promise<readonly NewRow<'testBots'>[]> {
  const { test, ground } = work;
  const { tried, refusals } = setsOf(work, { from, to });
  const { ranked, outOfSample } = testSpans(test.plan, ground.span);
  const spans = outOfSample === null ? [ranked] : [ranked, outOfSample];
  const runs = await runOver(work, tried, spans);
  const computed = tried.map((one, place) => pointRow(work, one, { runs: at(runs, place), spans }));
  const refused = refusals.map(({ set, places, reason }) => refusedRow(work, { set, places }, reason));
  return [...computed, ...refused];
}

function setsOf({ test: { plan } }: JobWork, { from, to }: Stretch) {
  const tried: TriedSet[] = [];
  const refusals: { readonly set: number; readonly places: GridIndexes; readonly reason: Reason | undefined }[] = [];
  for (const [index, places] of testSets(plan).slice(from, to).entries()) {
    const params = paramsOfSet(plan, places);
    const set = from + index;
    if (params.ok) tried.push({ set, places, params: params.value });
    else refusals.push({ set, places, reason: params.reasons[0] });
  }
  return { tried, refusals };
}

function runOver(
  { ground, pool, signal }: JobWork,
  tried: readonly TriedSet[],
  spans: readonly Stretch[],
): Promise<readonly PointRuns[]> {
  if (tried.length === 0) return Promise.resolve([]);
  return pool.run({ ...ground.task, sets: tried.map(({ params }) => params), spans }, signal);
}

function pointRow(
  work: JobWork,
  set: TriedSet,
  { runs, spans }: { readonly runs: PointRuns; readonly spans: readonly Stretch[] },
): NewRow<'testBots'> {
  const [first, second] = runs;
  if (first === undefined || first.type === 'refused') return refusedRow(work, set, first?.reason);
  const figures = figuresOf(work, first, at(spans, 0));
  const outOfSample = second?.type === 'run' ? figuresOf(work, second, at(spans, 1)) : null;
  return {
    ...bareRow(work, set),
    figures,
    outOfSample,
    rankValue: rankValue(figures, work.test.plan.rankBy),
    flags: pointFlags(first, figures),
    curve: Buffer.from(first.curve.buffer, first.curve.byteOffset, first.curve.byteLength),
  };
}

function refusedRow(
  work: JobWork,
  set: Pick<TriedSet, 'set' | 'places'>,
  reason: Reason | undefined,
): NewRow<'testBots'> {
  const refusal: TestFailure = { code: reason?.code ?? 'REFUSED', detail: reason?.detail ?? '' };
  return { ...bareRow(work, set), refusal };
}

function bareRow({ test, job }: JobWork, { set, places }: Pick<TriedSet, 'set' | 'places'>): NewRow<'testBots'> {
  const { conditionId, ownerId, plan } = test;
  const number = pointNumber(plan, job.group, set);
  return {
    botId: botIdOf(conditionId, number),
    ownerId,
    conditionId,
    number,
    symbols: symbolsOf(test, job),
    point: places,
    refusal: null,
    figures: null,
    outOfSample: null,
    rankValue: null,
    plateau: null,
    flags: [],
    curve: null,
  };
}

function symbolsOf({ plan }: LabTest, { group }: TestJob): readonly string[] {
  return at(symbolGroups(plan), group);
}

function figuresOf({ ground }: JobWork, run: Extract<PointRun, { type: 'run' }>, span: Stretch): PointFigures {
  const { history, task } = ground;
  const change = marketChangePercent(history, task.symbols, span);
  const closed = closedMinutes(history, task.symbols);
  return pointFigures(run, { start: history.start, span, wallet: task.wallet, closed, marketChangePercent: change });
}

/** Chooses the best set of the first days and tries it on the next ones. */
async function runWindow(work: JobWork, window: number): Promise<Insertable<TestWindowsTable>> {
  const { test, job, ground } = work;
  const windows = testWindows(test.plan, ground.span);
  const { train, test: trial } = at(windows, window);
  const { tried } = setsOf(work, { from: 0, to: Number.POSITIVE_INFINITY });
  const best = await bestOf(work, tried, train);
  const tested = best === null ? null : at(at(await runOver(work, [best.set], [trial]), 0), 0);
  const { history } = ground;
  return {
    conditionId: test.conditionId,
    ownerId: test.ownerId,
    number: windowNumber(windows.length, job.group, window),
    symbols: JSON.stringify(symbolsOf(test, job)),
    trainFrom: new Date(instantAt(history, train.from)),
    testFrom: new Date(instantAt(history, trial.from)),
    testTo: new Date(instantAt(history, trial.to)),
    botId: best === null ? null : botIdOf(test.conditionId, pointNumber(test.plan, job.group, best.set.set)),
    train: best === null ? null : JSON.stringify(best.figures),
    test: tested?.type === 'run' ? JSON.stringify(figuresOf(work, tested, trial)) : null,
  };
}

/** Sets that the kernel runs side by side. */
const SETS_AT_ONCE = 64;

async function bestOf(work: JobWork, tried: readonly TriedSet[], span: Stretch) {
  let best: { readonly set: TriedSet; readonly figures: PointFigures; readonly value: number } | null = null;
  for (let from = 0; from < tried.length; from += SETS_AT_ONCE) {
    const batch = tried.slice(from, from + SETS_AT_ONCE);
    const runs = await runOver(work, batch, [span]);
    for (const [place, [run]] of runs.entries()) {
      if (run?.type !== 'run') continue;
      const figures = figuresOf(work, run, span);
      const value = rankValue(figures, work.test.plan.rankBy) ?? Number.NEGATIVE_INFINITY;
      if (best === null || value > best.value) best = { set: at(batch, place), figures, value };
    }
  }
  return best;
}
