import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Longest time for which one answer keeps the thread that serves everybody. A request waits for its turn several times: for its
 * user, its rows and its body.
 */
const TURN_MS = 1;

/** Watches how long a piece of work keeps the thread. */
export interface TurnsOfThread {
  isOver(): boolean;
  /** Lets others be served first. */
  give(): Promise<void>;
}

export function turnsOfThread(): TurnsOfThread {
  let begunAt = performance.now();
  return {
    isOver: () => performance.now() - begunAt >= TURN_MS,
    give: async () => {
      await nextTurn();
      begunAt = performance.now();
    },
  };
}
