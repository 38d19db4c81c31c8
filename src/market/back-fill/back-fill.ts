import { randomUUID } from 'node:crypto';
import { AppError, accepted, type Outcome, refused } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, SECOND_MS, startOf } from '#base/time.ts';
import type { AskedMarket } from '../feed/ask-page.ts';
import type { FillRules } from '../feed/fill-past.ts';
import type { BackFillJob, BackFillRequest } from './back-fill-job.ts';
import { readJobs, type StoredJob, writeJobs } from './job-file.ts';
import { type RunningJob, runJob } from './run-job.ts';

/** Jobs that have not ended. */
const WAITING_MAX = 20;
/** Ended jobs that are still shown. */
const ENDED_KEPT = 50;
/** How often one job tells of its pages, wall time. */
const TELL_MS = 250;
/** Gaps between stored minutes are looked for this often, wall time. */
const REPAIR_MS = 600_000;
const FAILURES_MAX = 4;
const FIRST_WAIT_MS = 500;
/** Who asks for gaps to be closed. */
const PROGRAM = 'program';

/** Fills the store with the exchange's past, one job at a time. Jobs belong to nobody: every user may start and cancel them. */
export interface BackFill {
  /** Those that have not ended in their order, then the ended ones, newest first. */
  jobs(): readonly BackFillJob[];
  /** Refuses with SYMBOL_UNKNOWN, PERIOD_EMPTY or BACK_FILL_FULL. */
  start(request: BackFillRequest): Outcome<BackFillJob>;
  /** What came stays. False when no such job waits or runs. */
  cancel(jobId: string): boolean;
  /** Hears of new jobs and of their progress, some times a second; returns the way out. */
  onProgress(listener: (job: BackFillJob) => void): () => void;
  /** Closes the gaps between stored minutes, soon; does nothing while that is waiting to be done. */
  repair(): void;
  /** Ends; jobs that have not ended go on at the next start. */
  stop(): Promise<void>;
}

/** What back-filling needs. */
export interface BackFillOptions extends AskedMarket {
  /** Folder of the market store. */
  readonly folder: string;
  /** Symbols that are filled before all others, in this order. */
  readonly watched: readonly string[];
  /**
   * How much past a market gets when back-filling is opened for the first time: so many days of the watched symbols, then
   * of all others; null fills nothing by itself.
   */
  readonly firstDays: number | null;
  /** The minute that closed last at the exchange. */
  readonly due: () => Instant;
  readonly tell: (line: string) => void;
  /** A broken belief: the program must end. */
  readonly failed: (error: unknown) => void;
  /** Wall milliseconds after a first failure; twice as long after each that follows. */
  readonly firstWaitMs?: number;
}

interface Job extends RunningJob, StoredJob {
  readonly ending: AbortController;
  readonly startedAt: Instant;
  ranAt: number | null;
  endedAt: Instant | null;
  toldMs: number;
}

/**
 * Opens back-filling and goes on with the jobs that had not ended.
 * @throws AppError MARKET_FILE_DAMAGED
 */
export function openBackFill(options: BackFillOptions): BackFill {
  const { folder, source, store } = options;
  const stored = readJobs(folder);
  const jobs: Job[] = (stored ?? firstJobs(options)).map(newJob);
  const listeners = new Set<(job: BackFillJob) => void>();
  const open = (): Job[] => jobs.filter(({ endedAt }) => endedAt === null);
  let isStopping = false;
  let working: Promise<void> | null = null;

  const tell = (job: Job): void => {
    job.toldMs = Date.now();
    for (const listener of listeners) listener(shown(job));
  };
  let kept: Promise<void> = Promise.resolve();
  const keep = (): void => {
    kept = kept
      .then(() => writeJobs(folder, open()))
      .catch((error: unknown) => {
        options.tell(`The list of jobs could not be stored: ${error instanceof Error ? error.message : error}.`);
      });
  };
  const end = (job: Job, state: 'done' | 'cancelled' | 'failed'): void => {
    job.state = state;
    job.endedAt = instantOf(Date.now());
    const ended = jobs.filter(({ endedAt }) => endedAt !== null);
    for (const old of ended.slice(0, -ENDED_KEPT)) jobs.splice(jobs.indexOf(old), 1);
    keep();
    tell(job);
  };
  const runOne = async (job: Job): Promise<void> => {
    job.ranAt = Date.now();
    job.state = 'running';
    const { signal } = job.ending;
    const rules: FillRules = {
      ...{ source, signal, failuresMax: FAILURES_MAX },
      firstWaitMs: options.firstWaitMs ?? FIRST_WAIT_MS,
      tell: (line) => {
        job.problem = line;
      },
      refreshListings: async () => {},
    };
    const changed = (): void => {
      if (Date.now() - job.toldMs >= TELL_MS || job.state === 'paused') tell(job);
    };
    const to = job.request.to ?? later(options.due(), MINUTE_MS);
    try {
      await runJob({ market: options, rules, watched: options.watched, job, changed }, { ...job.request, to });
      end(job, 'done');
    } catch (error) {
      if (signal.aborted) return isStopping ? undefined : end(job, 'cancelled');
      if (!(error instanceof Error && ('code' in error || error instanceof AppError))) throw error;
      job.problem = error.message; // A full disk, for one.
      end(job, 'failed');
    }
  };
  const work = async (): Promise<void> => {
    for (let job = open()[0]; job !== undefined && !isStopping; job = open()[0]) await runOne(job);
  };
  const begin = (): void => {
    if (isStopping) return;
    working ??= work()
      .catch(options.failed)
      .finally(() => {
        working = null;
        if (open().length > 0) begin(); // One that came while the last one ended.
      });
  };
  const add = (request: BackFillRequest): Job => {
    const job = newJob({ jobId: randomUUID(), request });
    jobs.push(job);
    keep();
    tell(job);
    begin();
    return job;
  };
  const repair = (): void => {
    const isAsked = open().some(({ request, state }) => request.from === null && state === 'waiting');
    if (!isAsked && hasGaps(options)) add({ symbols: null, from: null, to: null, startedBy: PROGRAM });
  };
  const forget = source.onEvent((event) => {
    if (event.kind === 'gap') repair();
  });
  const timer = setInterval(repair, REPAIR_MS).unref();
  if (stored === null) keep();
  if (jobs.length > 0) begin();
  return {
    jobs: () => [...open(), ...jobs.filter(({ endedAt }) => endedAt !== null).reverse()].map(shown),
    start(request) {
      const unknown = request.symbols?.find((symbol) => !store.instruments.has(symbol));
      if (unknown !== undefined)
        return refused({ code: 'SYMBOL_UNKNOWN', detail: `The exchange lists no ${unknown}.` });
      if (request.from !== null && request.from >= (request.to ?? options.due())) {
        return refused({ code: 'PERIOD_EMPTY', detail: 'The period ends before it begins.' });
      }
      if (open().length >= WAITING_MAX) {
        return refused({
          code: 'BACK_FILL_FULL',
          detail: `${WAITING_MAX} jobs are waiting already; cancel one first.`,
        });
      }
      return accepted(shown(add(request)));
    },
    cancel(jobId) {
      const job = open().find((one) => one.jobId === jobId);
      if (job === undefined) return false;
      job.ending.abort();
      if (job.ranAt === null) end(job, 'cancelled');
      return true;
    },
    onProgress(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    repair,
    async stop() {
      isStopping = true;
      forget();
      clearInterval(timer);
      for (const { ending } of open()) ending.abort();
      await working;
      await kept;
    },
  };
}

/** What a market is filled with before anybody asks. */
function firstJobs({ store, watched, firstDays, due }: BackFillOptions): readonly StoredJob[] {
  if (firstDays === null) return [];
  const from = startOf(later(due(), -firstDays * DAY_MS), DAY_MS);
  const listed = watched.filter((symbol) => store.instruments.has(symbol));
  const wishes = listed.length === 0 ? [null] : [listed, null];
  return wishes.map((symbols) => ({
    jobId: randomUUID(),
    request: { symbols, from, to: null, startedBy: PROGRAM },
  }));
}

function newJob({ jobId, request }: StoredJob): Job {
  return {
    ...{ jobId, request, state: 'waiting', pagesDone: 0, pagesTotal: 0, pagesSkipped: 0, minutesDone: 0 },
    ...{ symbol: null, problem: null, ranAt: null, endedAt: null, toldMs: 0 },
    ending: new AbortController(),
    startedAt: instantOf(Date.now()),
  };
}

function shown(job: Job): BackFillJob {
  const { jobId, request, state, pagesDone, pagesTotal, pagesSkipped, minutesDone } = job;
  const { symbol, problem, startedAt, endedAt, ranAt } = job;
  const ranMs = ranAt === null ? 0 : (endedAt ?? Date.now()) - ranAt;
  const leftMs = pagesDone === 0 ? null : Math.round((ranMs / pagesDone) * (pagesTotal - pagesDone));
  const minutesPerSecond = ranMs === 0 ? 0 : Math.round((minutesDone * SECOND_MS) / ranMs);
  return {
    ...{ jobId, request, state, pagesDone, pagesTotal, pagesSkipped, minutesDone },
    ...{ minutesPerSecond, leftMs, symbol, problem, startedAt, endedAt },
  };
}

/** Whether minutes are missing between those that are there, up to the market's present. */
function hasGaps({ store, due }: BackFillOptions): boolean {
  return [...store.instruments.keys()].some((symbol) => {
    const first = store.coverage(symbol).present[0];
    return first !== undefined && store.missing(symbol, { from: first.from, to: due() }).length > 0;
  });
}
