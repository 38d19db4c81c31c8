import { availableParallelism } from 'node:os';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import type { SweepAccount } from '#engine/sweep/plan.ts';
import { inlineSweep } from './inline-sweep.ts';
import { isShared } from './shared-history.ts';
import { doneOf, newSweepMemory, type SweepMemory, setOf, stopSweep } from './sweep-memory.ts';
import { openSweepThread, type SweepThread } from './sweep-thread.ts';

/** One symbol and all the parameter sets that are tried on it. */
export interface SweepJob {
  /** All its arrays are in shared memory; see `shareHistory`. */
  readonly history: SymbolHistory;
  /** The minutes to run; omitted, all. */
  readonly stretch?: Stretch;
  readonly instrument: Instrument;
  /** The account that each set begins with. */
  readonly account: SweepAccount;
  /** Pass the same list for every symbol: it is then sent to the workers only once. */
  readonly sets: readonly BotParams[];
  /** Of all sets; omitted, ladders on paper. */
  readonly kind?: BotKind;
}

export interface SweepOptions {
  /** Called about ten times a second with the number of finished sets, and once at the end. */
  readonly onProgress?: (done: number, sets: number) => void;
  /** Ends the job after the sets under way. */
  readonly signal?: AbortSignal;
}

/** Why a sweep has no result: a set that cannot be run. The pool goes on. */
export class SweepFailure extends AppError {
  /** Index of the set in the job; null when the worker died before its first. */
  readonly set: number | null;

  constructor(set: number | null, cause: string) {
    super(
      'SWEEP_FAILED',
      set === null ? `A sweep worker died: ${cause}.` : `Parameter set ${set + 1} failed: ${cause}.`,
    );
    this.set = set;
  }
}

export interface SweepPoolOptions {
  /** Left out, as many as there are cores: one on a machine with a single core. */
  readonly workers?: number;
  /** The worker's program. */
  readonly entry?: URL;
}

const ENTRY = new URL('./sweep-worker.ts', import.meta.url);
const WORKERS_MAX = 256;
const PROGRESS_MS = 100;

/** Threads that are started once and run one job at a time, each job on all threads. */
export class SweepPool {
  readonly #entry: URL;
  #threads: SweepThread[];
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #stop: () => void = () => undefined;

  constructor({ workers = availableParallelism(), entry = ENTRY }: SweepPoolOptions = {}) {
    assert(Number.isInteger(workers) && workers >= 1 && workers <= WORKERS_MAX, `${workers} workers are from 1 to 256`);
    this.#entry = entry;
    inlineSweep();
    this.#threads = Array.from({ length: workers }, (_, worker) => openSweepThread(entry, worker));
  }

  /** Number of threads. */
  get workers(): number {
    return this.#threads.length;
  }

  /**
   * Runs all sets on one symbol, after the jobs submitted before.
   * @returns one row of figures per set, in the order of the sets, in shared memory
   * @throws SweepFailure when a set cannot be run, AppError SWEEP_CANCELED, AppError SWEEP_POOL_CLOSED
   */
  run(job: SweepJob, options: SweepOptions = {}): Promise<Float64Array<SharedArrayBuffer>> {
    const outcome = this.#last.then(() => this.#runNow(job, options));
    this.#last = outcome.catch(() => undefined); // The submitter gets the error; the next job runs anyway.
    return outcome;
  }

  /** Ends the job under way and all threads; waiting jobs are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    await this.#last;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #runNow(job: SweepJob, { onProgress, signal }: SweepOptions): Promise<Float64Array<SharedArrayBuffer>> {
    const { sets, history } = job;
    assert(isShared(history), 'the history lies in shared memory');
    this.#refuse(signal);
    const memory = newSweepMemory({ sets: sets.length, figures: FIGURES, workers: this.workers });
    this.#stop = () => stopSweep(memory);
    signal?.addEventListener('abort', this.#stop);
    const tell = () => onProgress?.(doneOf(memory), sets.length);
    const timer = setInterval(tell, PROGRESS_MS);
    try {
      await this.#work(job, memory);
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', this.#stop);
    }
    this.#refuse(signal);
    tell();
    return memory.rows;
  }

  #refuse(signal: AbortSignal | undefined): void {
    if (this.#isClosed) throw new AppError('SWEEP_POOL_CLOSED', 'The sweep was ended: its workers are closed.');
    if (signal?.aborted === true) throw new AppError('SWEEP_CANCELED', 'The sweep was cancelled.');
  }

  async #work(job: SweepJob, memory: SweepMemory): Promise<void> {
    const { history, instrument, account, sets, kind = paperLadder.kind } = job;
    const { from, to } = job.stretch ?? { from: 0, to: history.columns.close.length };
    const message = {
      type: 'job',
      history,
      from,
      to,
      instrument,
      account,
      kind,
      memory,
      workers: this.workers,
    } as const;
    const works = this.#threads.map(async (thread, worker) => {
      const death = await thread.work(message, sets);
      if (death === null) return null;
      stopSweep(memory);
      return new SweepFailure(setOf(memory, worker), death);
    });
    const failures = (await Promise.all(works)).filter((failure) => failure !== null);
    this.#threads = this.#threads.map((thread, worker) =>
      thread.hasDied() ? openSweepThread(this.#entry, worker) : thread,
    );
    if (failures[0] !== undefined) throw failures[0];
  }
}
