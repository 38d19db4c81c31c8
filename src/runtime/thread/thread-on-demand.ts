/** What can be stopped, once. */
interface Stoppable {
  stop(): Promise<void>;
}

/** A thread that starts when somebody first needs it. */
export interface OnDemand<T> {
  /** The thread, open; it starts unless that has happened. A start that failed is tried again by the next caller. */
  get(): Promise<T>;
  /** Lets the next caller start another one: this one has ended. */
  forget(): void;
  /** Whether somebody has asked for it. */
  isWanted(): boolean;
  /** Stops it if it has started. */
  stop(): Promise<void>;
}

/** @param start - starts and opens the thread; when it throws, nothing may be left running */
export function onDemand<T extends Stoppable>(start: () => Promise<T>): OnDemand<T> {
  let started: Promise<T> | null = null;
  return {
    get() {
      if (started === null) {
        const starting = start();
        started = starting;
        starting.catch(() => {
          started = null;
        });
      }
      return started;
    },
    forget() {
      started = null;
    },
    isWanted: () => started !== null,
    async stop() {
      const thread = await started?.catch(() => null); // Whoever asked for it has been told why it did not start.
      await thread?.stop();
    },
  };
}
