import { PgBoss } from 'pg-boss';
import { QUEUE, QUEUE_SCHEMA } from '#storage/tests/queue-schema.ts';

/** A part of a test that one worker computes. */
export interface TestJob {
  readonly conditionId: string;
  /** Which symbols: the index of their group. */
  readonly group: number;
  /** Sets of the grid, by index; null for a window. */
  readonly sets: { readonly from: number; readonly to: number } | null;
  /** A window of the walk-forward, by index; null for points. */
  readonly window: number | null;
}

/** A job that this worker has; until it ends, nobody else gets it. */
export interface TakenJob {
  readonly job: TestJob;
  /** It is done, or not wanted any more. */
  done(): Promise<void>;
  /** It is to be tried again, by whoever comes next. */
  release(cause: unknown): Promise<void>;
}

/** The queue of the jobs of all tests, in PostgreSQL: any number of programs take jobs from it. */
export interface JobQueue {
  /** Jobs that wait or run already are not sent twice. The jobs of several tests take turns. */
  send(jobs: readonly TestJob[]): Promise<void>;
  /** Null when none waits. */
  take(): Promise<TakenJob | null>;
  close(): Promise<void>;
}

export interface QueueOptions {
  /** Login of the lab. */
  readonly url: string;
  /** Whether this program frees the jobs of workers that show no sign of life; one does. */
  readonly isWatching: boolean;
  readonly log: (line: string) => void;
}

const POOL_MAX = 3;
const WATCH_EVERY_S = 1;
/** A third of what pg-boss waits for a sign of life (0018-queue). */
const SIGN_OF_LIFE_MS = 3_000;
const CLOSE_MS_MAX = 2_000;
/** Of a job, by machines that end or lack its candles: no number of them may lose it. */
const RETRIES_MAX = 1_000;

/** @throws what keeps the database from answering */
export async function openJobQueue({ url, isWatching, log }: QueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    max: POOL_MAX,
    application_name: 'botyard lab queue',
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: isWatching,
    superviseIntervalSeconds: WATCH_EVERY_S,
    monitorIntervalSeconds: WATCH_EVERY_S,
    reindex: false, // Only who owns the indexes may rebuild them.
    monitorVacuum: false,
  });
  boss.on('error', (error: Error) => log(`The queue of backtests: ${error.message}`));
  await boss.start();
  return {
    async send(jobs) {
      const wanted = jobs.map((job, place) => ({
        ...{ data: job, singletonKey: keyOf(job) },
        ...{ priority: -place, retryLimit: RETRIES_MAX },
      }));
      if (wanted.length > 0) await boss.insert(QUEUE, wanted);
    },
    async take() {
      const [taken] = await boss.fetch<TestJob>(QUEUE, { batchSize: 1 });
      if (taken === undefined) return null;
      const alive = setInterval(() => {
        boss.touch(QUEUE, taken.id).catch((error: unknown) => log(`The queue of backtests: ${String(error)}`));
      }, SIGN_OF_LIFE_MS);
      return {
        job: taken.data,
        async done() {
          clearInterval(alive);
          await boss.complete(QUEUE, taken.id);
        },
        async release(cause) {
          clearInterval(alive);
          await boss.fail(QUEUE, taken.id, { cause: String(cause) });
        },
      };
    },
    close: () => boss.stop({ graceful: false, timeout: CLOSE_MS_MAX, close: true }),
  };
}

function keyOf({ conditionId, group, sets, window }: TestJob): string {
  return [conditionId, group, sets === null ? 'window' : 'sets', sets?.from ?? window].join('/');
}
