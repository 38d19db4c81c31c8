import { DAY_MS, type Instant } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { deleteOldLogs, type LogCursor, logOwners } from '#storage/logs.ts';
import { everyHour, type Upkeep } from './every-hour.ts';

/** Lines of one transaction: a few milliseconds, between which the engine writes. */
const LINES_OF_BATCH = 1_000;

/** Deletes the log lines that are older than this many days of the market, now and every hour, until it is stopped. */
export function deleteLogsAfter(options: {
  readonly engine: Database;
  readonly logDays: number;
  /** Market time. */
  readonly now: () => Instant;
  log(line: string): void;
}): Upkeep {
  const { engine, logDays, now, log } = options;
  const remove = async (signal: AbortSignal): Promise<void> => {
    const before = new Date(now() - logDays * DAY_MS);
    for (const ownerId of await logOwners(engine)) {
      let after: LogCursor | null = null;
      do {
        if (signal.aborted) return;
        after = await deleteOldLogs(engine, { ownerId, before, after, limit: LINES_OF_BATCH });
      } while (after !== null);
    }
  };
  return everyHour(remove, { failure: 'Old log lines were not deleted', log });
}
