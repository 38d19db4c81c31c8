import type { Simulation } from '../../simulation.ts';

/** Which clock the waits of faults and profiles follow: the wall's, or market time while that is stepped. */
export const WAIT_CLOCKS = ['wall', 'market'] as const;
export type WaitClock = (typeof WAIT_CLOCKS)[number];

/** How long faults and profiles make others wait. */
export interface Waits {
  /** Milliseconds of the clock that counts. */
  nowMs(): number;
  /** Acts after so many milliseconds of it, never at once. @returns gives it up */
  after(ms: number, act: () => void): () => void;
  /** Takes effect for what begins to wait from now on. */
  follow(clock: WaitClock): void;
  /** Lets go what waits for market time, which nobody steps any more. */
  close(): void;
}

interface Waiting {
  readonly dueMs: number;
  readonly act: () => void;
}

/** Waits that follow the wall clock until something else is said. */
export function openWaits({ now, pace, onTick }: Pick<Simulation, 'now' | 'pace' | 'onTick'>): Waits {
  let clock: WaitClock = 'wall';
  const waiting = new Set<Waiting>();
  const isStepped = (): boolean => clock === 'market' && pace().kind === 'step';
  const stop = onTick((_, at) => {
    const due = [...waiting].filter(({ dueMs }) => dueMs <= at).sort((a, b) => a.dueMs - b.dueMs);
    for (const one of due) if (waiting.delete(one)) one.act();
  });
  return {
    nowMs: () => (isStepped() ? now() : Date.now()),
    after(ms, act) {
      if (isStepped()) {
        const one = { dueMs: now() + ms, act };
        waiting.add(one);
        return () => waiting.delete(one);
      }
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    follow(wanted) {
      clock = wanted;
    },
    close() {
      stop();
      for (const one of waiting) one.act();
      waiting.clear();
    },
  };
}
