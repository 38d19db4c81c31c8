import { type Instant, instantOf } from '#base/time.ts';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/rows/insert-rows.ts';

/** A symbol as it was last looked over. */
export interface KeptSnapshot {
  readonly symbol: string;
  readonly pastAt: Instant | null;
  readonly surveyedAt: Instant | null;
  readonly figures: Readonly<Record<string, number | string>>;
  readonly spark: readonly number[];
}

/** Replaces what is stored by the snapshots of one moment. @param takenAt - market time */
export async function saveSnapshots(
  { db }: Database,
  snapshots: readonly KeptSnapshot[],
  takenAt: Instant,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('symbolSnapshots').execute();
    const rows = snapshots.map(({ pastAt, surveyedAt, ...one }) => ({
      ...one,
      pastAt: pastAt === null ? null : new Date(pastAt),
      surveyedAt: surveyedAt === null ? null : new Date(surveyedAt),
      takenAt: new Date(takenAt),
    }));
    await insertRows(tx, 'symbolSnapshots', { rows, key: ['symbol'], onConflict: 'replace' });
  });
}

/** The last snapshots, and when they were taken; null before the first. */
export async function loadSnapshots({
  db,
}: Database): Promise<{ readonly takenAt: Instant; readonly snapshots: readonly KeptSnapshot[] } | null> {
  const rows = await db.selectFrom('symbolSnapshots').selectAll().orderBy('symbol').execute();
  const [first] = rows;
  if (first === undefined) return null;
  const instant = (at: Date | null) => (at === null ? null : instantOf(at.getTime()));
  return {
    takenAt: instantOf(first.takenAt.getTime()),
    snapshots: rows.map(({ takenAt: _, pastAt, surveyedAt, ...row }) => ({
      ...row,
      pastAt: instant(pastAt),
      surveyedAt: instant(surveyedAt),
    })),
  };
}
