import { Worker } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { inlineSweep } from '../sweep/inline-sweep.ts';
import type { PointRuns, PointTask } from './point-task.ts';

export interface PointPoolOptions {
  readonly workers: number;
  /** The worker's program. */
  readonly entry?: URL;
}

interface Waiting {
  readonly task: PointTask;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<readonly PointRuns[]>;
}

const ENTRY = new URL('./point-worker.ts', import.meta.url);

/** Worker threads, each with one task at a time; tasks that find none free wait in the order in which they came. */
export class PointPool {
  readonly #entry: URL;
  readonly #workers: number;
  readonly #free: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  constructor({ workers, entry = ENTRY }: PointPoolOptions) {
    assert(Number.isInteger(workers) && workers >= 1, 'a pool has a worker');
    inlineSweep();
    this.#entry = entry;
    this.#workers = workers;
  }

  get workers(): number {
    return this.#workers;
  }

  /**
   * Runs a task. A task that is cancelled while it runs ends at once, with its worker, which another one replaces.
   * @throws AppError TEST_CANCELED, TEST_FAILED when a set cannot be run
   */
  run(task: PointTask, signal: AbortSignal): Promise<readonly PointRuns[]> {
    const waiting: Waiting = { task, signal, done: Promise.withResolvers() };
    this.#waiting.push(waiting);
    this.#next();
    return waiting.done.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { done } of this.#waiting.splice(0)) done.reject(canceled());
    await Promise.all([...this.#free, ...this.#busy].map((worker) => worker.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0 && (this.#free.length > 0 || this.#busy.size < this.#workers)) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      if (waiting.signal.aborted || this.#isClosed) waiting.done.reject(canceled());
      else this.#work(this.#free.pop() ?? new Worker(this.#entry), waiting);
    }
  }

  #work(worker: Worker, { task, signal, done }: Waiting): void {
    this.#busy.add(worker);
    const settle = (isAlive: boolean): void => {
      worker.removeAllListeners();
      signal.removeEventListener('abort', stop);
      this.#busy.delete(worker);
      if (isAlive) this.#free.push(worker);
      this.#next();
    };
    const stop = (): void => {
      settle(false);
      void worker.terminate();
      done.reject(canceled());
    };
    worker.on('message', (runs: readonly PointRuns[]) => {
      settle(true);
      done.resolve(runs);
    });
    worker.on('error', (cause) => {
      settle(false);
      done.reject(new AppError('TEST_FAILED', cause instanceof Error ? cause.message : String(cause), { cause }));
    });
    worker.on('exit', () => {
      settle(false);
      done.reject(canceled());
    });
    signal.addEventListener('abort', stop);
    worker.postMessage(task);
  }
}

function canceled(): AppError {
  return new AppError('TEST_CANCELED', 'The backtest was cancelled.');
}
