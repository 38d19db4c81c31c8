import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#base/time.ts';
import type { MarketSource } from '#ports/market-source.ts';

/**
 * The part of the minute's weight that filling may use up. The exchange's data as a whole may use 80 %; the tenth that
 * is left is for what the head waits for.
 */
const SHARE = 0.7;
/** Weight of a page of 499 minutes. */
const PAGE_WEIGHT = 2;
const LOOK_MS = 500;
/** A pause of hours is looked at again after this, so that progress and cancelling stay alive. */
const PAUSE_LOOK_MAX_MS = 5_000;

/** Waits until the next page may be asked for. */
export type RoomForPage = (signal: AbortSignal, paused: () => void) => Promise<void>;

/**
 * Paces page requests evenly over the minute within the share of the budget, and stops while others have used it or the
 * exchange asks to wait. A burst would delay everything else at both ends.
 * @returns waits; `paused` hears whenever the exchange has to be waited for
 */
export function roomForPages(source: MarketSource): RoomForPage {
  let nextMs = 0;
  let last: Promise<void> = Promise.resolve();
  const pass: RoomForPage = async (signal, paused) => {
    for (;;) {
      signal.throwIfAborted();
      const { limit, used, pauseMs } = source.budget();
      const now = performance.now();
      if (pauseMs > 0) paused();
      else if (used + PAGE_WEIGHT > limit * SHARE) nextMs = Math.max(nextMs, now + LOOK_MS);
      else if (nextMs <= now) {
        nextMs = now + (MINUTE_MS * PAGE_WEIGHT) / (limit * SHARE);
        return;
      }
      await sleep(pauseMs > 0 ? Math.min(pauseMs, PAUSE_LOOK_MAX_MS) : nextMs - now, null, { signal });
    }
  };
  return (signal, paused) => {
    last = last.catch(() => {}).then(() => pass(signal, paused)); // In their order; a failure is only its asker's.
    return last;
  };
}
