import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import type { StoreTrouble } from '#base/store-trouble.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';

const BACK_OFF: BackOff = { firstMs: 100, maxMs: 1_000, factor: 2 };

/** A commit under way for this long counts as failing: a frozen database neither takes nor refuses it. */
const SLOW_MS = 3_000;
/** How long a stop waits for a database that does not store. The next start decides the same again. */
const STOP_MS_MAX = 5_000;

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
  /** Why nothing is being stored at the moment; null while commits succeed. */
  trouble(): StoreTrouble | null;
  /** Flushes and stops; gives up after a few seconds when the database does not store. */
  stop(): Promise<void>;
}

/**
 * Stores the engine's decisions in order, in the background: one commit at a time, the next one collecting what arrived
 * meanwhile. A failed commit is repeated unchanged until it succeeds; its ids are deterministic, so that is safe. An error
 * of the statements themselves counts as `unreachable`: nothing is stored, whatever the reason.
 */
export function writeBehind<Job>(options: WriteBehindOptions<Job>): WriteBehind {
  let waiting: (() => void)[] = [];
  let isStopping = false;
  let isOver = false;
  const attempts = trackAttempts<Job>(options);
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
        if (!(await attempts.untilStored(job))) break;
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
    trouble: attempts.trouble,
    stop: async () => {
      isStopping = true;
      const late = setTimeout(attempts.giveUp, STOP_MS_MAX);
      await Promise.race([Promise.all([flush(), running]), attempts.givenUp]);
      clearTimeout(late);
    },
  };
}

interface Attempts<Job> {
  /** Repeats the job until it is stored; false when that was given up. */
  untilStored(job: Job): Promise<boolean>;
  trouble(): StoreTrouble | null;
  giveUp(): void;
  /** Resolves once it was given up. */
  readonly givenUp: Promise<void>;
}

function trackAttempts<Job>({ store, log }: WriteBehindOptions<Job>): Attempts<Job> {
  const givingUp = Promise.withResolvers<void>();
  let isGivenUp = false;
  let failure: StoreTrouble | null = null;
  let begunAt: number | null = null;

  const attempt = async (job: Job): Promise<unknown> => {
    begunAt = performance.now();
    try {
      await store(job);
      return null;
    } catch (error) {
      return error;
    } finally {
      begunAt = null;
    }
  };
  return {
    async untilStored(job) {
      for (let failures = 0; !isGivenUp; failures++) {
        const error = await attempt(job);
        if (error === null) {
          failure = null;
          if (failures > 0) log(`The database stores again after ${failures} failed attempts; nothing was lost.`);
          return true;
        }
        failure = storeTroubleOf(error) ?? 'unreachable';
        if (failures === 0) log(`The engine waits because the database did not store its records: ${String(error)}`);
        await sleep(backOffMs(BACK_OFF, failures + 1));
      }
      return false;
    },
    trouble: () => failure ?? (begunAt !== null && performance.now() - begunAt > SLOW_MS ? 'unreachable' : null),
    giveUp() {
      isGivenUp = true;
      log('The last decisions could not be stored; the next start decides the same again.');
      givingUp.resolve();
    },
    givenUp: givingUp.promise,
  };
}
