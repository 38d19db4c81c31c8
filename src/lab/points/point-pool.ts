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
  readonly #busy = new Map<Worker, Waiting>();
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
    const waiting: Waiting = { task, done: Promise.withResolvers(), signal };
    const cancel = (): void => this.#cancel(waiting);
    signal.addEventListener('abort', cancel, { once: true });
    this.#waiting.push(waiting);
    this.#next();
    return waiting.done.promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { done } of [...this.#waiting.splice(0), ...this.#busy.values()]) done.reject(canceled());
    const workers = [...this.#free.splice(0), ...this.#busy.keys()];
    this.#busy.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0 && (this.#free.length > 0 || this.#busy.size < this.#workers)) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      if (waiting.signal.aborted || this.#isClosed) waiting.done.reject(canceled());
      else this.#work(this.#free.pop() ?? this.#open(), waiting);
    }
  }

  #work(worker: Worker, waiting: Waiting): void {
    this.#busy.set(worker, waiting);
    worker.postMessage(waiting.task);
  }

  #open(): Worker {
    const worker = new Worker(this.#entry);
    worker.on('message', (runs: readonly PointRuns[]) => {
      const ended = this.#busy.get(worker);
      this.#busy.delete(worker);
      this.#free.push(worker);
      ended?.done.resolve(runs);
      this.#next();
    });
    worker.on('error', (cause) => {
      const sentence = cause instanceof Error ? cause.message : String(cause);
      this.#lose(worker, new AppError('TEST_FAILED', sentence, { cause }));
    });
    worker.on('exit', () => this.#lose(worker, canceled()));
    return worker;
  }

  #lose(worker: Worker, cause: AppError): void {
    this.#busy.get(worker)?.done.reject(cause);
    this.#busy.delete(worker);
    const place = this.#free.indexOf(worker);
    if (place >= 0) this.#free.splice(place, 1);
    this.#next();
  }

  #cancel(waiting: Waiting): void {
    waiting.done.reject(canceled());
    for (const [worker, busy] of this.#busy) {
      if (busy !== waiting) continue;
      this.#busy.delete(worker);
      void worker.terminate();
    }
    this.#next();
  }
}

function canceled(): AppError {
  return new AppError('TEST_CANCELED', 'The backtest was cancelled.');
}
