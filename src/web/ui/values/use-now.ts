import { useSyncExternalStore } from 'react';

interface Clock {
  now: number;
  readonly subscribe: (listener: () => void) => () => void;
}

const clocks = new Map<number, Clock>();

/** The wall clock in UTC milliseconds, rerendering every `everyMs`. Readers of the same interval share a timer. */
export function useNow(everyMs = 1_000): number {
  const clock = clockOf(everyMs);
  return useSyncExternalStore(clock.subscribe, () => clock.now);
}

/** What `read` derives from the wall clock; rerenders only when that changes, so it must be a primitive value. */
export function useOfNow<T extends string | number | boolean | null>(read: (now: number) => T, everyMs = 1_000): T {
  const clock = clockOf(everyMs);
  return useSyncExternalStore(clock.subscribe, () => read(clock.now));
}

function clockOf(everyMs: number): Clock {
  const known = clocks.get(everyMs);
  if (known) return known;
  const clock = makeClock(everyMs);
  clocks.set(everyMs, clock);
  return clock;
}

function makeClock(everyMs: number): Clock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    clock.now = Date.now();
    for (const listener of listeners) listener();
  };
  const clock: Clock = {
    now: Date.now(),
    subscribe: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(tick, everyMs);
      if (Math.abs(Date.now() - clock.now) > everyMs) tick(); // A clock can also be set back.
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
  return clock;
}
