import { setTimeout as sleep } from 'node:timers/promises';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { saveOrderDay } from '#storage/order-stats/save-order-day.ts';
import { unsavedDays } from '#storage/order-stats/unsaved-days.ts';

const EVERY_MS = MINUTE_MS;
/** A day is saved from 00:05 of the next one on. */
const AFTER_MS = 5 * MINUTE_MS;
/** Days of one round, so that a long past is saved bit by bit. */
const DAYS_OF_ROUND = 100;

/** Saves the statistics of orders of days that are over in market time, now and every minute, until it is stopped. */
export function saveOrderDays(options: {
  readonly engine: Database;
  /** Market time. */
  readonly now: () => Instant;
  log(line: string): void;
}): { stop(): Promise<void> } {
  const { engine, now, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const save = async (): Promise<void> => {
    const over = new Date(instantOf(now() - AFTER_MS));
    for (const { ownerId, day } of await unsavedDays(engine, over, DAYS_OF_ROUND)) {
      if (signal.aborted) return;
      const begin = performance.now();
      await engine.db.transaction().execute((tx) => saveOrderDay(tx, { ownerId, until: over }, day));
      // As long again, so that catching up on years of days leaves room for everybody else.
      await sleep(performance.now() - begin, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const tried = (): Promise<void> =>
    save().catch((error: unknown) => log(`Statistics of orders were not saved, which is tried again: ${error}`));
  let working = tried();
  const timer = setInterval(() => {
    working = working.then(tried);
  }, EVERY_MS).unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await working;
    },
  };
}
