import type { LiveMessage } from '#contract/live.ts';
import { liveStore } from '#web/api/live/live-store.ts';

/** Later than any test runs, in milliseconds of UTC. */
export const NEVER_OLD = Date.UTC(2100, 0);

/**
 * What the live channel tells a page. It does not grow old: acts on values of more than 15 s are blocked, and a test takes
 * longer on a busy machine.
 */
export function hearLive(...frame: LiveMessage[]): void {
  liveStore.apply(frame, NEVER_OLD);
}
