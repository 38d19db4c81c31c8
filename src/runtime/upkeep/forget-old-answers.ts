import { DAY_MS, HOUR_MS } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { forgetAnswers } from '#storage/idempotency.ts';

/** Nobody repeats a command a week later; until then a repeat has no second effect. */
const KEPT_MS = 7 * DAY_MS;

/** Forgets the idempotency keys of commands sent more than a week ago, now and every hour, until it is stopped. */
export function forgetOldAnswers(options: { readonly engine: Database; log(line: string): void }): {
  stop(): Promise<void>;
} {
  const forget = async (): Promise<void> => {
    try {
      await forgetAnswers(options.engine, new Date(Date.now() - KEPT_MS));
    } catch (error) {
      options.log(`Old idempotency keys were not deleted, which is tried again in an hour: ${error}`);
    }
  };
  let working = forget();
  const timer = setInterval(() => {
    working = forget();
  }, HOUR_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
