import { useSyncExternalStore } from 'react';
import { type LiveStore, liveStore } from './live-store.ts';

/** Three missed beats: the server sends at least every five seconds. */
export const STALE_AFTER_MS = 15_000;
const SECOND_MS = 1_000;

/** Age of the live values in whole seconds once they are too old to act on; null while they are fresh. */
export function useStaleSeconds(): number | null {
  return useSyncExternalStore(everySecond, () => staleSeconds(liveStore, Date.now()));
}

/** Whether the live values are too old to act on. */
export function useIsStale(): boolean {
  return useSyncExternalStore(everySecond, () => staleSeconds(liveStore, Date.now()) !== null);
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS);
  return () => clearInterval(timer);
}

/**
 * How old the values on screen are: since the last message came, and how long the engine had been silent by then. Before
 * the first message they are those of the page's requests, so their age counts from when the tab began to listen.
 * Both differences are of one clock each, so a clock that is wrong changes nothing.
 * @param now - wall time of this tab, UTC milliseconds
 */
export function staleSeconds(
  { openedAt, heardAt, status }: Pick<LiveStore, 'openedAt' | 'heardAt' | 'status'>,
  now: number,
): number | null {
  const knownAt = heardAt ?? openedAt;
  if (knownAt === null) return null;
  const silentMs = status === null ? 0 : Date.parse(status.wallTime) - Date.parse(status.beatAt);
  const ageMs = now - knownAt + Math.max(0, silentMs);
  return ageMs > STALE_AFTER_MS ? Math.floor(ageMs / SECOND_MS) : null;
}
