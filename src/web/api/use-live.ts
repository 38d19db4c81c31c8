import { useCallback, useSyncExternalStore } from 'react';
import { type Line, liveStore, type Status } from './live-store.ts';

function useLive<T>(key: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => liveStore.subscribe(key, listener), [key]);
  return useSyncExternalStore(subscribe, read);
}

/** Engine, bots, results of today and the clocks; null before the first snapshot. */
export function useStatus(): Status | null {
  return useLive('status', () => liveStore.status);
}

/** Whether live values come in. */
export function useLine(): Line {
  return useLive('line', () => liveStore.line);
}
