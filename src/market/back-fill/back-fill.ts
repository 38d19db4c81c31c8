import { randomUUID } from 'node:crypto';
import { AppError, accepted, type Outcome, refused } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, SECOND_MS, startOf } from '#base/time.ts';
import type { MarketSource } from '#ports/market-source.ts';
import type { AskedMarket } from '../feed/ask-page.ts';
import type { FillRules } from '../feed/fill-past.ts';
import { BULK_SHARE, MARKET_SHARE } from '../feed/retry.ts';
import type { BackFillJob, BackFillRequest } from './back-fill-job.ts';
import { type RoomForPage, roomForPages } from './budget-room.ts';
import { readJobs, type StoredJob, writeJobs } from './job-file.ts';
import { planPages } from './plan.ts';
import { type RunningJob, runJob } from './run-job.ts';

/** Jobs that have not ended. */
const WAITING_MAX = 20;
/** Of one user, so that nobody fills the queue for the others. */
const OWN_WAITING_MAX = 5;
/** Ended jobs that are still shown. */
const ENDED_KEPT = 50;
/** Minimum interval of progress events of a job, wall time. */
const TELL_MS = 250;
/** How often gaps between stored minutes are looked for, wall time. */
const REPAIR_MS = 600_000;
const FAILURES_MAX = 4;
const FIRST_WAIT_MS = 500;
/** Requester of the jobs that close gaps. */
const PROGRAM = 'program';
/**
 * What those jobs may use of the exchange's budget: half of what bulk requests may, so that whoever waits for candles
 * meanwhile, as for those of the demo at a first start, finds the other half in any minute.
 */
const PROGRAM_SHARE = BULK_SHARE / 2;

/** What back-filling is given by its caller. */
export interface BackFillOptions extends AskedMarket {
  readonly source: MarketSource;
  /** Folder of the market store. */
  readonly folder: string;
  /** Symbols that are filled before all others, in this order. */
  readonly watched: readonly string[];
  /**
   * How much history a market gets when back-filling is opened for the first time: days of the watched symbols, then of
   * all others; null for none.
   */
  readonly firstDays: number | null;
  /** The last minute closed at the exchange. */
  readonly due: () => Instant;
  readonly tell: (line: string) => void;
  /** Called when an assertion fails: the program must end. */
  readonly failed: (error: unknown) => void;
  /** Wall milliseconds to wait after a first failure; twice as long after each following one. */
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
 * Fills the store with the exchange's history, one job at a time. Everybody sees all jobs; a user starts a few and cancels
 * their own.
 */
export class BackFill {
  private readonly options: BackFillOptions;
  private readonly all: Job[];
  private readonly listeners = new Set<(job: BackFillJob) => void>();
  private readonly timer: NodeJS.Timeout;
  private readonly forget: () => void;
  private readonly room: RoomForPage;
  private isStopping = false;
  private working: Promise<void> | null = null;
  private kept: Promise<void> = Promise.resolve();

  /**
   * Continues the jobs that had not ended, after the minutes of damaged files; a new market starts with its first jobs.
   */
  constructor(options: BackFillOptions) {
    this.options = options;
    this.room = roomForPages(options.source);
    const stored = readJobs(options.folder, options.tell);
    const lost = lostJobs(options);
    this.all = [...lost, ...(stored ?? firstJobs(options))].map(newJob);
    if (stored === null || lost.length > 0) this.keep();
    this.forget = options.source.onEvent((event) => {
      if (event.kind === 'gap') this.repair();
    });
    this.timer = setInterval(() => this.repair(), REPAIR_MS).unref();
    this.begin();
  }

  /** Those that have not ended in their order, then the ended ones, newest first. */
  jobs(): readonly BackFillJob[] {
    return [...this.open(), ...this.all.filter(({ endedAt }) => endedAt !== null).reverse()].map(shown);
  }

  /** Refuses with SYMBOL_UNKNOWN, PERIOD_EMPTY or BACK_FILL_FULL. */
  start(request: BackFillRequest): Outcome<BackFillJob> {
    const unknown = request.symbols?.find((symbol) => !this.options.store.instruments.has(symbol));
    if (unknown !== undefined) {
      return refused({ code: 'SYMBOL_UNKNOWN', detail: `The exchange does not list ${unknown}.`, path: ['symbols'] });
    }
    if (request.from !== null && request.from >= (request.to ?? this.options.due())) {
      return refused({ code: 'PERIOD_EMPTY', detail: 'The period ends before it begins.', path: ['to'] });
    }
    const own = this.open().filter((job) => job.request.startedBy === request.startedBy);
    if (own.length >= OWN_WAITING_MAX) {
      return refused({
        code: 'BACK_FILL_FULL',
        detail: `${OWN_WAITING_MAX} of your downloads have not ended; cancel one first.`,
      });
    }
    if (this.open().length >= WAITING_MAX) {
      return refused({ code: 'BACK_FILL_FULL', detail: `${WAITING_MAX} jobs are already waiting; try again later.` });
    }
    return accepted(shown(this.add(request)));
  }

  /** Ends a job of this user; fetched minutes are kept. Null when there is no such job. */
  cancel(jobId: string, userId: string): 'cancelled' | 'ended' | 'not-own' | null {
    const job = this.all.find((one) => one.jobId === jobId);
    if (job === undefined) return null;
    if (job.request.startedBy !== userId) return 'not-own';
    if (job.endedAt !== null) return 'ended';
    job.ending.abort();
    if (job.ranAt === null) this.end(job, 'cancelled');
    return 'cancelled';
  }

  /** Calls the listener for new jobs and progress, a few times a second; returns a function to unsubscribe. */
  onProgress(listener: (job: BackFillJob) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Queues a job that closes the gaps between stored minutes and compares minutes that came only from the stream with
   * the exchange's REST answers, unless such a job is already waiting.
   */
  repair(): void {
    const isAsked = this.open().some(({ request, state }) => request.from === null && state === 'waiting');
    if (!isAsked && hasGaps(this.options)) this.add({ symbols: null, from: null, to: null, startedBy: PROGRAM });
  }

  /** Stops; unfinished jobs continue at the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.forget();
    clearInterval(this.timer);
    for (const { ending } of this.open()) ending.abort();
    await this.working;
    await this.kept;
  }

  private open(): readonly Job[] {
    return this.all.filter(({ endedAt }) => endedAt === null);
  }

  private add(request: BackFillRequest): Job {
    const job = newJob({ jobId: randomUUID(), request });
    this.all.push(job);
    this.keep();
    this.tell(job);
    this.begin();
    return job;
  }

  private begin(): void {
    if (this.isStopping || this.open().length === 0) return;
    this.working ??= this.work()
      .catch(this.options.failed)
      .finally(() => {
        this.working = null;
        this.begin(); // A job may have been added while the last one ended.
      });
  }

  private async work(): Promise<void> {
    for (let job = this.open()[0]; job !== undefined && !this.isStopping; job = this.open()[0]) await this.run(job);
  }

  private async run(job: Job): Promise<void> {
    const { options } = this;
    const { signal } = job.ending;
    job.ranAt = Date.now();
    job.state = 'running';
    const changed = (): void => {
      if (Date.now() - job.toldMs >= TELL_MS || job.state === 'paused') this.tell(job);
    };
    const to = job.request.to ?? later(options.due(), MINUTE_MS);
    try {
      const { room } = this;
      const { watched } = options;
      const share = job.request.startedBy === PROGRAM ? PROGRAM_SHARE : BULK_SHARE;
      const run = { market: options, rules: rulesOf(options, job), watched, room, share, job, changed };
      await runJob(run, { ...job.request, to });
      this.end(job, 'done');
    } catch (error) {
      if (signal.aborted) return this.isStopping ? undefined : this.end(job, 'cancelled');
      if (!(error instanceof Error && ('code' in error || error instanceof AppError))) throw error;
      job.problem = error.message; // For example a full disk.
      this.end(job, 'failed');
    }
  }

  private end(job: Job, state: 'done' | 'cancelled' | 'failed'): void {
    job.state = state;
    job.endedAt = instantOf(Date.now());
    const ended = this.all.filter(({ endedAt }) => endedAt !== null);
    for (const old of ended.slice(0, -ENDED_KEPT)) this.all.splice(this.all.indexOf(old), 1);
    this.keep();
    this.tell(job);
  }

  private keep(): void {
    this.kept = this.kept
      .then(() => writeJobs(this.options.folder, this.open()))
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : error;
        this.options.tell(`The list of jobs could not be stored: ${why}.`);
      });
  }

  private tell(job: Job): void {
    job.toldMs = Date.now();
    for (const listener of this.listeners) listener(shown(job));
  }
}

function rulesOf({ source, firstWaitMs = FIRST_WAIT_MS }: BackFillOptions, job: Job): FillRules {
  return {
    source,
    signal: job.ending.signal,
    failuresMax: FAILURES_MAX,
    share: MARKET_SHARE, // Its pages wait for room of their own.
    firstWaitMs,
    tell: (line) => {
      job.problem = line;
    },
    refreshListings: async () => {},
  };
}

/** The first jobs of a new market. */
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

/** Jobs for the minutes whose files were damaged; kept until they are done, so that a kill does not forget them. */
function lostJobs({ store, due }: BackFillOptions): readonly StoredJob[] {
  const end = later(due(), MINUTE_MS);
  return store.lost.map(({ symbol, span: { from, to } }) => ({
    jobId: randomUUID(),
    request: { symbols: [symbol], from, to: instantOf(Math.min(to, end)), startedBy: PROGRAM },
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

/** Whether anything needs repair, up to the market's present. */
function hasGaps({ store, due }: BackFillOptions): boolean {
  const plans = planPages(store, { symbols: [...store.instruments.keys()], from: null, to: due() });
  return plans.some(({ pages }) => pages.length > 0);
}
