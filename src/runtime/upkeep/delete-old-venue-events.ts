import { DAY_MS, instantOf } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { deleteOldEvents } from '#storage/live/delete-old-events.ts';
import { everyHour, type Upkeep } from './every-hour.ts';

/** Days of wall time: long enough to look into what an account reported before something went wrong. */
const EVENT_DAYS = 7;
/** Rows of one transaction: a few milliseconds, between which the engine writes. */
const ROWS_OF_BATCH = 1_000;

/** Deletes events of exchange accounts that were received more than a week ago, now and every hour, until it is stopped. */
export function deleteOldVenueEvents({ engine, log }: { readonly engine: Database; log(line: string): void }): Upkeep {
  const remove = async (signal: AbortSignal): Promise<void> => {
    const before = instantOf(Date.now() - EVENT_DAYS * DAY_MS);
    let deleted = ROWS_OF_BATCH;
    while (deleted === ROWS_OF_BATCH && !signal.aborted) {
      deleted = await deleteOldEvents(engine, { before, limit: ROWS_OF_BATCH });
    }
  };
  return everyHour(remove, { failure: 'Old events of exchange accounts were not deleted', log });
}
