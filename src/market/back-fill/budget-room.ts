import { setTimeout as sleep } from 'node:timers/promises';
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

/**
 * Waits until a page fits into the budget. Those who ask at the same time may all be let in: a page or two over the share.
 * @param paused - hears whenever it has to wait for the exchange to want requests again
 */
export async function roomForPage(source: MarketSource, signal: AbortSignal, paused: () => void): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { limit, used, pauseMs } = source.budget();
    if (pauseMs === 0 && used + PAGE_WEIGHT <= limit * SHARE) return;
    if (pauseMs > 0) paused();
    await sleep(pauseMs > 0 ? Math.min(pauseMs, PAUSE_LOOK_MAX_MS) : LOOK_MS, null, { signal });
  }
}
