import type { Simulation } from '../../simulation.ts';

/** Longest time that a timer of Node can wait. */
export const COUNTDOWN_MAX_MS = 2_147_483_647;

/**
 * Countdowns of the wall clock, one an account and symbol: one that is not renewed in time cancels the symbol's orders of
 * the classic path. They live in memory: a program that is restarted has forgotten them.
 */
export interface Countdowns {
  /** @param delayMs - 0 stops the countdown */
  start(accountId: string, symbol: string, delayMs: number): void;
  /** Stops all. */
  close(): void;
}

/** @param onFailure - told when a cancellation could not be carried out */
export function openCountdowns(simulation: Simulation, onFailure: (cause: unknown) => void): Countdowns {
  const timers = new Map<string, NodeJS.Timeout>();
  const stop = (name: string): void => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    start(accountId, symbol, delayMs) {
      const name = `${accountId} ${symbol}`;
      stop(name);
      if (delayMs === 0) return;
      const lapse = (): void => {
        timers.delete(name);
        const command = { type: 'cancel-all', symbol } as const;
        simulation.execute({ type: 'account', accountId, command }).catch(onFailure);
      };
      timers.set(name, setTimeout(lapse, delayMs).unref());
    },
    close() {
      for (const name of [...timers.keys()]) stop(name);
    },
  };
}
