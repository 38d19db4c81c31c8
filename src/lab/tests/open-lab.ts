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
import { refuseOtherData } from './test-ground.ts';

export interface LabOptions {
  readonly db: Db;
  readonly queue: JobQueue;
  readonly pool: PointPool;
  readonly market: LabMarket;
  /** Whether this program splits tests into jobs; one does. */
  readonly isPlanning: boolean;
  /** Called when rows of a user's tests have changed. */
  readonly changed: (ownerId: string) => void;
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
const CANCELED_EVERY_MS = 250;
/** After the database has failed. */
const AGAIN_MS = 1_000;

export function openLab(options: LabOptions): Lab {
  const lab = new RunningLab(options);
  return { wake: () => lab.wake(), stop: () => lab.stop() };
}

class RunningLab {
  readonly #options: LabOptions;
  readonly #shelf;
  readonly #underWay = new Map<string, AbortController>();
  readonly #loops: readonly Promise<void>[];
  readonly #canceledTimer: NodeJS.Timeout;
  #isStopping = false;
  #woken = Promise.withResolvers<void>();
  /** Tests whose jobs were sent since this program started. */
  readonly #planned = new Set<string>();

  constructor(options: LabOptions) {
    this.#options = options;
    this.#shelf = groundShelf(options.market);
    this.#canceledTimer = setInterval(() => void this.#dropCanceled(), CANCELED_EVERY_MS);
    const takers = Array.from({ length: options.pool.workers }, () => this.#loop(() => this.#takeJob()));
    this.#loops = options.isPlanning ? [...takers, this.#loop(() => this.#planNext())] : takers;
  }

  wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
    void this.#dropCanceled();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#canceledTimer);
    this.wake();
    for (const canceling of this.#underWay.values()) canceling.abort();
    await Promise.all(this.#loops);
  }

  /** Repeats some work for as long as there is some, then waits to be woken. */
  async #loop(work: () => Promise<boolean>): Promise<void> {
    while (!this.#isStopping) {
      const { promise } = this.#woken;
      try {
        if (await work()) continue;
      } catch (error) {
        if (this.#isStopping) return;
        if (isOwnFault(error)) return this.#options.failed(error);
        this.#options.log(`The lab: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(AGAIN_MS);
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
    await this.#ofTest(test, async (signal) => {
      const { db, pool, changed } = this.#options;
      const ground = await this.#shelf.load(test, at(symbolGroups(test.plan), job.group));
      refuseOtherData(ground, test.data);
      if (job.window !== null && test.phase !== 'walk_forward') await setPhase(db, job.conditionId, 'walk_forward');
      const rows = await runTestJob({ test, job, ground, pool, signal });
      const { isWanted, isLast } = await storeJob(db, job.conditionId, rows);
      changed(test.ownerId);
      if (isWanted && isLast) await this.#judge(job.conditionId);
    });
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
    const { conditionId } = test;
    const canceling = this.#underWay.get(conditionId) ?? new AbortController();
    this.#underWay.set(conditionId, canceling);
    try {
      await work(canceling.signal);
    } catch (error) {
      if (canceling.signal.aborted) return;
      if (!(error instanceof AppError)) throw error;
      await failTest(this.#options.db, conditionId, { code: error.code, detail: error.message });
      this.#options.changed(test.ownerId);
    }
  }

  /** Frees the workers of tests that were cancelled or deleted. */
  async #dropCanceled(): Promise<void> {
    for (const [conditionId, canceling] of this.#underWay) {
      const state = await stateOfTest(this.#options.db, conditionId).catch(() => 'RUNNING' as const); // Asked again soon.
      if (state === 'RUNNING' || state === 'QUEUED') continue;
      this.#underWay.delete(conditionId);
      if (canceling.signal.aborted) continue;
      canceling.abort();
      if (state === 'CANCELED' && this.#options.isPlanning) await this.#judge(conditionId).catch(() => {}); // Its rows stay readable.
      this.#shelf.drop(conditionId);
    }
  }
}

/** An error of the program, not of the database or the disk. */
function isOwnFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
