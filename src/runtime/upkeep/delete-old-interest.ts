import { DAY_MS, type Instant, later } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { deleteOldInterest } from '#storage/screener/open-interest.ts';
import { everyHour, type Upkeep } from './every-hour.ts';

/** Days of the market that open interest is kept: a year, with a month to compare its ends. */
const INTEREST_DAYS = 400;
/** Rows of one transaction: a few milliseconds, between which the engine writes. */
const ROWS_OF_BATCH = 1_000;

/** Deletes open interest that was collected more than 400 days of the market ago, now and every hour, until it is stopped. */
export function deleteInterestInTime(options: {
  readonly engine: Database;
  /** Market time. */
  readonly now: () => Instant;
  log(line: string): void;
}): Upkeep {
  const { engine, now, log } = options;
  const remove = async (signal: AbortSignal): Promise<void> => {
    const before = later(now(), -INTEREST_DAYS * DAY_MS);
    let deleted = ROWS_OF_BATCH;
    while (deleted === ROWS_OF_BATCH && !signal.aborted) {
      deleted = await deleteOldInterest(engine, { before, limit: ROWS_OF_BATCH });
    }
  };
  return everyHour(remove, { failure: 'Old open interest was not deleted', log });
}
