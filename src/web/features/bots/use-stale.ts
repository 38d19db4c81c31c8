import { liveStore } from '#web/api/live/live-store.ts';
import { useOfNow } from '#web/ui/values/use-now.ts';

/** The server sends every few seconds; values older than this are out of date. */
const STALE_AFTER_MS = 10_000;
const SECOND_MS = 1_000;

/** Age of the live values in whole seconds once they are too old to act on; null while they are fresh. */
export function useStaleSeconds(): number | null {
  return useOfNow(staleSeconds);
}

function staleSeconds(now: number): number | null {
  const ageMs = liveStore.heardAt === null ? 0 : now - liveStore.heardAt;
  return ageMs > STALE_AFTER_MS ? Math.floor(ageMs / SECOND_MS) : null;
}
