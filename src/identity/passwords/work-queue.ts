import PQueue from 'p-queue';

/** More work is waiting than the queue may hold. */
export class BusyError extends Error {}

/** Runs a limited number of tasks at a time, in order, and refuses new ones at once when too many are waiting. */
export interface WorkQueue {
  /** @throws BusyError, and whatever the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates an empty queue. */
export function createQueue(options: { concurrentMax: number; waitingMax: number }): WorkQueue {
  const queue = new PQueue({ concurrency: options.concurrentMax });
  return {
    async run(work) {
      // `size` counts what waits, not what runs.
      if (queue.pending >= options.concurrentMax && queue.size >= options.waitingMax) {
        throw new BusyError('Too much work is waiting.');
      }
      return queue.add(work);
    },
  };
}
