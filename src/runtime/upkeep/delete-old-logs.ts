import { DAY_MS, HOUR_MS, type Instant } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { deleteOldLogs, type LogCursor, logOwners } from '#storage/logs.ts';

/** Lines of one transaction: a few milliseconds, between which the engine writes. */
const LINES_OF_BATCH = 1_000;

/** Deletes the log lines that are older than this many days of the market, now and every hour, until it is stopped. */
export function deleteLogsAfter(options: {
  readonly engine: Database;
  readonly logDays: number;
  /** Market time. */
  readonly now: () => Instant;
  log(line: string): void;
}): { stop(): Promise<void> } {
  const { engine, logDays, now, log } = options;
  let isStopped = false;
  const remove = async (): Promise<void> => {
    const before = new Date(now() - logDays * DAY_MS);
    for (const ownerId of await logOwners(engine)) {
      let after: LogCursor | null = null;
      do {
        if (isStopped) return;
        after = await deleteOldLogs(engine, { ownerId, before, after, limit: LINES_OF_BATCH });
      } while (after !== null);
    }
  };
  const tried = (): Promise<void> =>
    remove().catch((error: unknown) =>
      log(`Old log lines were not deleted, which is tried again in an hour: ${error}`),
    );
  let working = tried();
  const timer = setInterval(() => {
    working = working.then(tried);
  }, HOUR_MS).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await working;
    },
  };
}
