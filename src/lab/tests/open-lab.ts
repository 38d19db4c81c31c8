import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import type { Db } from '#storage/database/database.ts';
import {
  beginTest,
  failTest,
  type LabTest,
  loadTest,
  planTest,
  progressOfTest,
  setPhase,
  stateOfTest,
  storedRuns,
  storeJob,
  unfinishedTests,
} from '#storage/tests/lab-rows.ts';
import { testWindows } from '#storage/tests/test-spans.ts';
import { symbolGroups } from '../plan/test-points.ts';
import type { PointPool } from '../points/point-pool.ts';
import type { JobQueue, TakenJob, TestJob } from '../queue/job-queue.ts';
import { dataHashOf } from './data-hash-of.ts';
import { judgeTest } from './finish-test.ts';
import { groundShelf } from './ground-shelf.ts';
import type { LabMarket } from './lab-market.ts';
import { planJobs, pointNumber, windowNumber } from './plan-jobs.ts';
import { runTestJob } from './run-test-job.ts';
import { refuseOtherData, type TestGround } from './test-ground.ts';

export interface LabOptions {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly pool: PointPool;
  readonly market: LabMarket;
  /** Whether this program splits tests into jobs; one does. */
  readonly isPlanning: boolean;
  /** Of this program. Jobs of tests that another version has planned are computed by the planning program alone. */
  readonly engineVersion: string;
  /** Called when rows of a user's tests have changed. */
  readonly changed: (ownerId: string) => void;
  /** Called when this program has computed a job. */
  readonly computed?: (test: LabTest) => void;
  readonly log: (line: string) => void;
  /** Called with an error of the program itself, which must end. */
  readonly failed: (error: unknown) => void;
}

/** Computes the tests that wait in the database, as many jobs at a time as there are workers. */
export interface Lab {
  /** Looks at once for new tests, and for tests that were cancelled. */
  wake(): void;
  stop(): Promise<void>;
}

/** How often new tests and jobs are looked for without being woken, and whether those under way were cancelled. */
const LOOK_EVERY_MS = 1_000;
const PROGRESS_EVERY_MS = 250;
/** After the database has failed. */
const AGAIN_MS = 1_000;
/** After a job that this machine could not compute; meanwhile another one takes it. */
const ELSEWHERE_MS = 30_000;

export function openLab(options: LabOptions): Lab {
  const lab = new RunningLab(options);
  return { wake: () => lab.wake(), stop: () => lab.stop() };
}

interface UnderWay {
  readonly canceling: AbortController;
  readonly ownerId: string;
}

class RunningLab {
  readonly #options: LabOptions;
  readonly #shelf;
  readonly #underWay = new Map<string, UnderWay>();
  /** What was last seen of tests under way, on which other programs work too. */
  readonly #progress = new Map<string, string>();
  readonly #loops: readonly Promise<void>[];
  readonly #lookTimer: NodeJS.Timeout;
  readonly #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  /** Tests whose jobs were sent since this program started. */
  readonly #planned = new Set<string>();

  constructor(options: LabOptions) {
    this.#options = options;
    this.#shelf = groundShelf(options.market);
    this.#lookTimer = setInterval(() => void this.#look(), PROGRESS_EVERY_MS);
    const takers = Array.from({ length: options.pool.workers }, () => this.#loop(() => this.#takeJob()));
    this.#loops = options.isPlanning ? [...takers, this.#loop(() => this.#planNext())] : takers;
  }

  wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
    void this.#look();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#lookTimer);
    this.wake();
    for (const { canceling } of this.#underWay.values()) canceling.abort();
    await Promise.all(this.#loops);
  }

  /** Repeats some work for as long as there is some, then waits to be woken. */
  async #loop(work: () => Promise<boolean>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { promise } = this.#woken;
      try {
        if (await work()) continue;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (isOwnFault(error) || isOfOtherVersion(error)) return this.#options.failed(error);
        this.#options.log(`The lab: ${error instanceof Error ? error.message : String(error)}`);
        const waitMs = error instanceof NotHere ? ELSEWHERE_MS : AGAIN_MS;
        await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
        continue;
      }
      await Promise.race([promise, sleep(LOOK_EVERY_MS, undefined, { ref: false })]);
    }
  }

  async #planNext(): Promise<boolean> {
    const tests = await unfinishedTests(this.#options.db);
    const next = tests.find(({ conditionId }) => !this.#planned.has(conditionId));
    if (next === undefined) return false;
    this.#planned.add(next.conditionId);
    await this.#ofTest(next, () => this.#plan(next));
    return true;
  }

  /** Reads the past of all symbols, and sends the jobs whose rows are not stored yet. */
  async #plan(test: LabTest): Promise<void> {
    const { db, queue, changed } = this.#options;
    const { conditionId, plan, ownerId } = test;
    if (!(await beginTest(db, conditionId, 'candles'))) return;
    changed(ownerId);
    const grounds = [];
    for (const symbols of symbolGroups(plan)) {
      const { data, span } = await this.#shelf.load(test, symbols);
      grounds.push({ data, span });
      if ((await stateOfTest(db, conditionId)) !== 'RUNNING') return;
    }
    const data = grounds.flatMap((ground) => ground.data);
    if (test.dataHash !== null) for (const ground of grounds) refuseOtherData(ground, test.data);
    const { span } = at(grounds, 0);
    const jobs = planJobs(conditionId, plan, span);
    await planTest(db, conditionId, { data, dataHash: dataHashOf(data), runs: jobs.length });
    const missing = await this.#missingJobs(test, jobs, testWindows(plan, span).length);
    await setPhase(db, conditionId, 'points');
    await queue.send(missing);
    changed(ownerId);
    if (missing.length === 0) await this.#judge(conditionId);
    else this.wake();
  }

  async #missingJobs(
    { conditionId, plan }: LabTest,
    jobs: readonly TestJob[],
    windows: number,
  ): Promise<readonly TestJob[]> {
    const stored = await storedRuns(this.#options.db, conditionId);
    return jobs.filter(({ group, sets, window }) =>
      sets === null
        ? !stored.windows.has(windowNumber(windows, group, window ?? 0))
        : !stored.points.has(pointNumber(plan, group, sets.from)),
    );
  }

  async #takeJob(): Promise<boolean> {
    const taken = await this.#options.queue.take();
    if (taken === null) return false;
    try {
      await this.#compute(taken.job);
    } catch (error) {
      await taken.release(error).catch(() => {}); // The watch of the queue frees it, too.
      throw error;
    }
    await taken.done();
    return true;
  }

  async #compute(job: TakenJob['job']): Promise<void> {
    const test = await loadTest(this.#options.db, job.conditionId);
    if (test === undefined || test.state !== 'RUNNING') return;
    if (!this.#options.isPlanning) refuseOtherVersion(test, this.#options.engineVersion);
    await this.#ofTest(test, async (signal) => {
      const { db, pool, changed } = this.#options;
      const ground = await this.#groundOf(test, job.group);
      if (job.window !== null && test.phase !== 'walk_forward') await setPhase(db, job.conditionId, 'walk_forward');
      const rows = await runTestJob({ test, job, ground, pool, signal });
      const { isWanted, isLast } = await storeJob(db, job.conditionId, rows);
      changed(test.ownerId);
      this.#options.computed?.(test);
      if (isWanted && isLast) await this.#judge(job.conditionId);
    });
  }

  /** Only the planning program says that a test lacks its past: on another machine it may just not be there. */
  async #groundOf(test: LabTest, group: number): Promise<TestGround> {
    try {
      const ground = await this.#shelf.load(test, at(symbolGroups(test.plan), group));
      refuseOtherData(ground, test.data);
      return ground;
    } catch (error) {
      if (this.#options.isPlanning || !(error instanceof Error)) throw error;
      throw new NotHere(error.message);
    }
  }

  /** What the points say together; of a cancelled test, those that were computed. */
  async #judge(conditionId: string): Promise<void> {
    const { db, pool, changed } = this.#options;
    const test = await loadTest(db, conditionId);
    if (test === undefined || test.summary !== null) return;
    const groundOf = (symbols: readonly string[]) => this.#shelf.load(test, symbols);
    await judgeTest({ db, test, groundOf, pool, signal: new AbortController().signal });
    this.#shelf.drop(conditionId);
    changed(test.ownerId);
  }

  /** A failure of the test ends it; one of the database does not. */
  async #ofTest(test: LabTest, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { conditionId, ownerId } = test;
    const underWay = this.#underWay.get(conditionId) ?? { canceling: new AbortController(), ownerId };
    this.#underWay.set(conditionId, underWay);
    const { canceling } = underWay;
    try {
      await work(canceling.signal);
    } catch (error) {
      if (canceling.signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      await failTest(this.#options.db, conditionId, { code: error.code, detail: error.message });
      this.#options.changed(test.ownerId);
    }
  }

  /** Frees the workers of tests that have ended or were cancelled or deleted, and tells what other programs have computed. */
  async #look(): Promise<void> {
    for (const [conditionId, { canceling, ownerId }] of this.#underWay) {
      const progress = await progressOfTest(this.#options.db, conditionId).catch(() => null);
      if (progress === null) continue; // Asked again soon.
      this.#tellProgress(conditionId, ownerId, JSON.stringify(progress));
      const state = progress?.state;
      if (state === 'RUNNING' || state === 'QUEUED') continue;
      this.#underWay.delete(conditionId);
      this.#progress.delete(conditionId);
      if (canceling.signal.aborted) continue;
      canceling.abort();
      if (state === 'CANCELED' && this.#options.isPlanning) await this.#judge(conditionId).catch(() => {}); // Its rows stay readable.
      this.#shelf.drop(conditionId);
    }
  }

  #tellProgress(conditionId: string, ownerId: string, progress: string): void {
    if (this.#progress.get(conditionId) === progress) return;
    this.#progress.set(conditionId, progress);
    this.#options.changed(ownerId);
  }
}

/** A job that another machine can compute, and this one cannot. */
class NotHere extends Error {}

const OTHER_VERSION = 'LAB_VERSION_OTHER';

/** Results of another version may differ in the last digit: a test is computed by one alone. */
function refuseOtherVersion(test: LabTest, engineVersion: string): void {
  if (test.engineVersion === engineVersion) return;
  throw new AppError(
    OTHER_VERSION,
    `This is Botyard ${engineVersion}, and the backtests come from ${test.engineVersion}. Install the same release on both machines.`,
  );
}

function isOfOtherVersion(error: unknown): boolean {
  return error instanceof AppError && error.code === OTHER_VERSION;
}

/** An error of the program, not of the database or the disk. */
function isOwnFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
