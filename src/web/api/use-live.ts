import { useCallback, useSyncExternalStore } from 'react';
import type { LiveBot } from '#contract/live.ts';
import { type Line, type LivePrice, liveStore, type Status } from './live-store.ts';

function useLive<T>(key: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => liveStore.subscribe(key, listener), [key]);
  return useSyncExternalStore(subscribe, read);
}

/** The live part of one bot; null before the first snapshot. Redraws only when this bot changed. */
export function useLiveBot(botId: string): LiveBot | null {
  return useLive(`bot:${botId}`, () => liveStore.bot(botId));
}

/** The last price of one symbol; null before the first. */
export function usePrice(symbol: string): LivePrice | null {
  return useLive(`price:${symbol}`, () => liveStore.price(symbol));
}

/** Engine, bots, results of today and the clocks; null before the first snapshot. */
export function useStatus(): Status | null {
  return useLive('status', () => liveStore.status);
}

/** Whether live values come in. */
export function useLine(): Line {
  return useLive('line', () => liveStore.line);
}
