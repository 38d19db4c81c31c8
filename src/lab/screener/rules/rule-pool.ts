import { Worker } from 'node:worker_threads';
import { AppError } from '#base/errors.ts';
import type { RuleFinding } from '#ports/screener/rule-screens.ts';
import { inlineSweep } from '../../sweep/inline-sweep.ts';
import type { RuleJob, RuleTask, RuleWord } from './rule-task.ts';

const ENTRY = new URL('./rule-worker.ts', import.meta.url);

/** Threads that judge strategies on the whole market, all of them one strategy at a time. */
export class RulePool {
  private readonly size: number;
  private workers: Worker[] = [];

  /** @param size - how many threads */
  constructor(size: number) {
    inlineSweep();
    this.size = size;
  }

  /**
   * Judges a strategy on every symbol; the next one is given only when this has ended.
   * @param progress - called with what was judged since the last call
   * @throws AppError RULES_NOT_JUDGED when a worker ended; others take their place with the next task
   */
  async run(task: RuleTask, progress: (findings: readonly RuleFinding[]) => void): Promise<void> {
    while (this.workers.length < this.size) this.workers.push(new Worker(ENTRY, { name: 'rules' }));
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    try {
      await Promise.all(this.workers.map((worker) => workOn(worker, { ...task, next }, progress)));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Ends the threads; a task under way fails. */
  async close(): Promise<void> {
    const workers = this.workers;
    this.workers = [];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function workOn(worker: Worker, job: RuleJob, progress: (findings: readonly RuleFinding[]) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const hear = (word: RuleWord): void => {
    if (word === 'ended') resolve();
    else progress(word);
  };
  const fail = (cause: unknown): void => {
    reject(new AppError('RULES_NOT_JUDGED', 'The strategy could not be judged on all symbols.', { cause }));
  };
  worker.on('message', hear).once('error', fail).once('exit', fail);
  worker.postMessage(job);
  return promise.finally(() => worker.off('message', hear).off('error', fail).off('exit', fail));
}
