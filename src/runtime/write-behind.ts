import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#base/back-off.ts';

const BACK_OFF: BackOff = { firstMs: 100, maxMs: 1_000, factor: 2 };

/** How batches are collected and stored. */
export interface WriteBehindOptions<Job> {
  /** Minimum wall time between two commits, milliseconds. */
  readonly everyMs: number;
  /** Collects everything decided so far; null when there is nothing. */
  take(): Job | null;
  /** Stores a job in one transaction. Called again with the very same job when it throws. */
  store(job: Job): Promise<void>;
  /** Called after the commit, before those waiting for it continue. */
  committed(job: Job): void;
  log(line: string): void;
}

/** The running writer. */
export interface WriteBehind {
  /** Resolves when everything decided before the call is committed. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  stop(): Promise<void>;
}

/**
 * Stores the engine's decisions in order, in the background: one commit at a time, the next one collecting what arrived
 * meanwhile. A failed commit is repeated unchanged until it succeeds; its ids are deterministic, so that is safe.
 */
export function writeBehind<Job>(options: WriteBehindOptions<Job>): WriteBehind {
  let waiting: (() => void)[] = [];
  let isStopping = false;
  let isOver = false;
  let wake = (): void => {};

  /** A waiting command is stored at once; everything else waits for its turn. */
  const pause = async (): Promise<void> => {
    if (waiting.length > 0 || isStopping) return;
    const controller = new AbortController();
    wake = () => controller.abort();
    await sleep(options.everyMs, null, { signal: controller.signal }).catch(() => null); // An abort is the wake-up.
  };

  const run = async (): Promise<void> => {
    while (!isStopping || waiting.length > 0) {
      await pause();
      const served = waiting;
      waiting = [];
      const job = options.take();
      if (job !== null) {
        await storeUntilDone(job, options);
        options.committed(job);
      }
      for (const resolve of served) resolve();
    }
    isOver = true;
  };

  const running = run();
  const flush = (): Promise<void> =>
    new Promise((resolve) => {
      if (isOver) return resolve();
      waiting.push(resolve);
      wake();
    });
  return {
    flush,
    stop: async () => {
      isStopping = true;
      await Promise.all([flush(), running]);
    },
  };
}

async function storeUntilDone<Job>(job: Job, { store, log }: WriteBehindOptions<Job>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await store(job);
      if (attempt > 0) log(`The database answers again after ${attempt} failed attempts; nothing was lost.`);
      return;
    } catch (error) {
      if (attempt === 0) log(`The engine waits because the database did not store its records: ${String(error)}`);
      await sleep(backOffMs(BACK_OFF, attempt + 1));
    }
  }
}
