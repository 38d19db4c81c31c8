import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#base/time.ts';
import type { MarketSource } from '#ports/market-source.ts';
import { BULK_SHARE } from '../feed/retry.ts';

/** Weight of a page of 499 minutes. */
const PAGE_WEIGHT = 2;
const LOOK_MS = 500;
/** Longest sleep during a pause of hours, so that progress and cancelling still work. */
const PAUSE_LOOK_MAX_MS = 5_000;

/** Waits until the next page may be requested. */
export type RoomForPage = (signal: AbortSignal, paused: () => void) => Promise<void>;

/**
 * Paces page requests evenly over the minute within its share of the budget, and pauses while others have used it up or
 * the exchange asks to wait. A burst would delay everything else at both ends.
 * @returns a function that waits; it calls `paused` whenever it has to wait for the exchange
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
      else if (used + PAGE_WEIGHT > limit * BULK_SHARE) nextMs = Math.max(nextMs, now + LOOK_MS);
      else if (nextMs <= now) {
        nextMs = now + (MINUTE_MS * PAGE_WEIGHT) / (limit * BULK_SHARE);
        return;
      }
      await sleep(pauseMs > 0 ? Math.min(pauseMs, PAUSE_LOOK_MAX_MS) : nextMs - now, null, { signal });
    }
  };
  return (signal, paused) => {
    last = last.catch(() => {}).then(() => pass(signal, paused)); // In order; a failure concerns only its own caller.
    return last;
  };
}
