import type { Simulation } from '../../simulation.ts';

/** Maximum delay of a Node timer. */
export const COUNTDOWN_MAX_MS = 2_147_483_647;

/**
 * Wall-clock countdowns, one per account and symbol. One that is not renewed in time cancels the symbol's ordinary
 * orders. They are kept in memory, so a restart clears them.
 */
export interface Countdowns {
  /** @param delayMs - 0 stops the countdown */
  start(accountId: string, symbol: string, delayMs: number): void;
  /** Stops all. */
  close(): void;
}

/** @param onFailure - called when a cancellation failed */
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
