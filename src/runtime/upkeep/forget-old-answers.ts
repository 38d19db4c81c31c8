import { DAY_MS } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { forgetAnswers } from '#storage/idempotency.ts';
import { everyHour, type Upkeep } from './every-hour.ts';

/** Nobody repeats a command a week later; until then a repeat has no second effect. */
const KEPT_MS = 7 * DAY_MS;

/** Forgets the idempotency keys of commands sent more than a week ago, now and every hour, until it is stopped. */
export function forgetOldAnswers({ engine, log }: { readonly engine: Database; log(line: string): void }): Upkeep {
  return everyHour(
    async () => {
      await forgetAnswers(engine, new Date(Date.now() - KEPT_MS));
    },
    { failure: 'Old idempotency keys were not deleted', log },
  );
}
