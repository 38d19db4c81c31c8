import { useCallback, useSyncExternalStore } from 'react';
import { type Line, liveStore, type Retry, type Status } from './live-store.ts';

function useLive<T>(key: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => liveStore.subscribe(key, listener), [key]);
  return useSyncExternalStore(subscribe, read);
}

/** Engine, bots, results of today and the clocks; null before the first snapshot. */
export function useStatus(): Status | null {
  return useLive('status', () => liveStore.status);
}

/** Market time, UTC milliseconds; null before the first snapshot. It moves when a minute closes. */
export function useMarketNow(): number | null {
  return useLive('status', () => (liveStore.status === null ? null : Date.parse(liveStore.status.marketTime)));
}

/** The state of the live connection. */
export function useLine(): Line {
  return useLive('line', () => liveStore.line);
}

/** The next attempt to reconnect; null before the first. */
export function useRetry(): Retry | null {
  return useLive('line', () => liveStore.retry);
}
