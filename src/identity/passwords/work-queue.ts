/** More work is waiting than the queue may hold. */
export class BusyError extends Error {}

/** Runs work a few at a time, in order; refuses at once when the line is full. */
export interface WorkQueue {
  /** @throws BusyError, and whatever the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes an empty queue. */
export function createQueue(options: { concurrentMax: number; waitingMax: number }): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  const turn = (): Promise<void> => {
    if (running < options.concurrentMax) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= options.waitingMax) return Promise.reject(new BusyError('Too much work is waiting.'));
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next)
      next(); // The place passes on, so `running` stays.
    else running -= 1;
  };

  return {
    async run(work) {
      await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
