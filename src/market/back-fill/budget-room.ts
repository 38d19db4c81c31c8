import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#base/time.ts';
import type { MarketSource } from '#ports/market-source.ts';

/** Weight of a page of 499 minutes. */
const PAGE_WEIGHT = 2;
const LOOK_MS = 500;
/** Longest sleep during a pause of hours, so that progress and cancelling still work. */
const PAUSE_LOOK_MAX_MS = 5_000;

/** Who asks for a page. */
export interface PageWish {
  /** The part of the exchange's budget that may be used by then; whoever wants more waits for its next minute. */
  readonly share: number;
  readonly signal: AbortSignal;
  /** Called whenever it has to wait for the exchange. */
  readonly paused: () => void;
}

/** Waits until the next page may be requested. */
export type RoomForPage = (wish: PageWish) => Promise<void>;

/**
 * Paces page requests evenly over the minute within their share of the budget, and pauses while others have used it up or
 * the exchange asks to wait. A burst would delay everything else at both ends.
 */
export function roomForPages(source: MarketSource): RoomForPage {
  let nextMs = 0;
  let last: Promise<void> = Promise.resolve();
  const pass: RoomForPage = async ({ share, signal, paused }) => {
    for (;;) {
      signal.throwIfAborted();
      const { limit, used, pauseMs } = source.budget();
      const now = performance.now();
      if (pauseMs > 0) paused();
      else if (used + PAGE_WEIGHT > limit * share) nextMs = Math.max(nextMs, now + LOOK_MS);
      else if (nextMs <= now) {
        nextMs = now + (MINUTE_MS * PAGE_WEIGHT) / (limit * share);
        return;
      }
      await sleep(pauseMs > 0 ? Math.min(pauseMs, PAUSE_LOOK_MAX_MS) : nextMs - now, null, { signal });
    }
  };
  return (wish) => {
    last = last.catch(() => {}).then(() => pass(wish)); // In order; a failure concerns only its own caller.
    return last;
  };
}
