import { sql } from 'kysely';
import { DAY_MS, instantOf, startOf } from '#base/time.ts';
import type { Tx } from '../database/database.ts';
import type { NewRow } from '../database/rows/insert-rows.ts';

/** Counts the lines that are about to be stored, by bot, day and level; those that an earlier attempt stored are counted. */
export async function countLogLines(tx: Tx, logs: readonly NewRow<'logs'>[]): Promise<void> {
  if (logs.length === 0) return;
  const named = new Map(logs.map((line) => [line.batchLine, line]));
  const stored = await tx
    .selectFrom('logs')
    .select('batchLine')
    .where(sql<boolean>`batch_line = any(${[...named.keys()]}::text[])`)
    .execute();
  for (const { batchLine } of stored) named.delete(batchLine);
  const groups = Map.groupBy(named.values(), ({ botId, portfolioId, level, ts }) =>
    JSON.stringify([botId, portfolioId, dayOf(ts), level]),
  );
  // In one order, so that two transactions never wait for each other.
  const rows = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, lines]) => countOf(lines));
  if (rows.length === 0) return;
  await tx
    .insertInto('logCounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['botId', 'portfolioId', 'day', 'level'])
        .doUpdateSet({ lines: sql<number>`log_counts.lines + excluded.lines` }),
    )
    .execute();
}

function countOf(lines: readonly NewRow<'logs'>[]) {
  const [first] = lines;
  if (first === undefined) return [];
  const { botId, portfolioId, ownerId, level, ts } = first;
  return [{ botId, portfolioId, ownerId, level, day: new Date(dayOf(ts)), lines: lines.length }];
}

function dayOf(ts: Date | string): number {
  return startOf(instantOf(new Date(ts).getTime()), DAY_MS);
}
