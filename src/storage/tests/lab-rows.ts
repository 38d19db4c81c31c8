import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import { insertRows, type NewRow } from '../database/rows/insert-rows.ts';
import type { TestedData, TestFailure, TestSummary } from './test-plan.ts';
import type { TestConditionsTable, TestState, TestWindowsTable } from './test-tables.ts';

/** A test as the lab computes it. */
export type LabTest = Selectable<TestConditionsTable>;

/** Tests that wait or run, in the order in which they were made. */
export function unfinishedTests(db: Db): Promise<LabTest[]> {
  return db
    .selectFrom('testConditions')
    .selectAll()
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .orderBy('createdAt')
    .orderBy('conditionId')
    .execute();
}

export function loadTest(db: Db, conditionId: string): Promise<LabTest | undefined> {
  return db.selectFrom('testConditions').selectAll().where('conditionId', '=', conditionId).executeTakeFirst();
}

/** How far a test has come, whichever machine computes it; undefined when it was deleted. */
export function progressOfTest(
  db: Db,
  conditionId: string,
): Promise<Pick<LabTest, 'state' | 'phase' | 'runsDone'> | undefined> {
  return db
    .selectFrom('testConditions')
    .select(['state', 'phase', 'runsDone'])
    .where('conditionId', '=', conditionId)
    .executeTakeFirst();
}

/** The state of a test; undefined when it was deleted. */
export async function stateOfTest(db: Db, conditionId: string): Promise<TestState | undefined> {
  const row = await db
    .selectFrom('testConditions')
    .select('state')
    .where('conditionId', '=', conditionId)
    .executeTakeFirst();
  return row?.state;
}

/** Begins a test that waits, or goes on with one that runs. @returns false when it was cancelled or deleted meanwhile */
export async function beginTest(db: Db, conditionId: string, phase: TestConditionsTable['phase']): Promise<boolean> {
  const row = await db
    .updateTable('testConditions')
    .set({ state: 'RUNNING', phase, startedAt: sql`coalesce(started_at, now())` })
    .where('conditionId', '=', conditionId)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('conditionId')
    .executeTakeFirst();
  return row !== undefined;
}

/** What its result rests on, and into how many jobs it is split. */
export async function planTest(
  db: Db,
  conditionId: string,
  planned: { readonly data: readonly TestedData[]; readonly dataHash: string; readonly runs: number },
): Promise<void> {
  await db
    .updateTable('testConditions')
    .set({ data: JSON.stringify(planned.data), dataHash: planned.dataHash, runsTotal: planned.runs })
    .where('conditionId', '=', conditionId)
    .where('state', '=', 'RUNNING')
    .execute();
}

export async function setPhase(db: Db, conditionId: string, phase: TestConditionsTable['phase']): Promise<void> {
  await db
    .updateTable('testConditions')
    .set({ phase })
    .where('conditionId', '=', conditionId)
    .where('state', '=', 'RUNNING')
    .execute();
}

export async function failTest(db: Db, conditionId: string, failure: TestFailure): Promise<void> {
  await db
    .updateTable('testConditions')
    .set({ state: 'FAILED', phase: null, failure: JSON.stringify(failure), endedAt: sql`now()` })
    .where('conditionId', '=', conditionId)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute();
}

/** Which of its points and windows are stored. */
export async function storedRuns(
  db: Db,
  conditionId: string,
): Promise<{ readonly points: ReadonlySet<number>; readonly windows: ReadonlySet<number> }> {
  const numbers = (table: 'testBots' | 'testWindows') =>
    db.selectFrom(table).select('number').where('conditionId', '=', conditionId).execute();
  const [points, windows] = await Promise.all([numbers('testBots'), numbers('testWindows')]);
  return {
    points: new Set(points.map(({ number }) => number)),
    windows: new Set(windows.map(({ number }) => number)),
  };
}

/** What one job has computed. */
export interface JobRows {
  readonly points: readonly NewRow<'testBots'>[];
  readonly windows: readonly Insertable<TestWindowsTable>[];
  /** That its runs have passed over, and how long the worker took. */
  readonly candlesPassed: number;
  readonly workerMs: number;
}

/**
 * Stores what a job has computed, once: rows that another worker has stored meanwhile stay, and are not counted again. Rows
 * of a test that was deleted are dropped.
 * @returns whether the test still wants to be computed, and whether this was the last of its jobs
 */
export async function storeJob(
  db: Db,
  conditionId: string,
  { points, windows, candlesPassed, workerMs }: JobRows,
): Promise<{ readonly isWanted: boolean; readonly isLast: boolean }> {
  return db.transaction().execute(async (tx) => {
    const test = await tx
      .selectFrom('testConditions')
      .select(['state', 'runsDone', 'runsTotal'])
      .where('conditionId', '=', conditionId)
      .forUpdate()
      .executeTakeFirst();
    if (test === undefined) return { isWanted: false, isLast: false };
    const stored = await storedBefore(tx, conditionId, { points, windows });
    const isNew = points.length + windows.length > stored.points + stored.windows;
    await insertRows(tx, 'testBots', { rows: points, key: ['botId'], onConflict: 'keep' });
    if (windows.length > 0) {
      await tx
        .insertInto('testWindows')
        .values(windows)
        .onConflict((conflict) => conflict.columns(['conditionId', 'number']).doNothing())
        .execute();
    }
    const runsDone = test.runsDone + (isNew ? 1 : 0);
    await tx
      .updateTable('testConditions')
      .set((row) => ({
        pointsDone: row('pointsDone', '+', points.length - stored.points),
        runsDone,
        candlesPassed: row('candlesPassed', '+', isNew ? candlesPassed : 0),
        workerMs: row('workerMs', '+', isNew ? workerMs : 0),
      }))
      .where('conditionId', '=', conditionId)
      .execute();
    return { isWanted: test.state === 'RUNNING', isLast: runsDone >= test.runsTotal };
  });
}

/** The newest tests of all users that have computed something, with the time that it took. */
export function measuredTests(db: Db, limit: number) {
  return db
    .selectFrom('testConditions')
    .select(['plan', 'candlesPassed', 'workerMs'])
    .where('workerMs', '>', 0)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
}

type StoredRows = Pick<JobRows, 'points' | 'windows'>;

async function storedBefore(tx: Tx, conditionId: string, { points, windows }: StoredRows) {
  const count = async (table: 'testBots' | 'testWindows', numbers: readonly number[]): Promise<number> => {
    if (numbers.length === 0) return 0;
    const row = await tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('conditionId', '=', conditionId)
      .where('number', 'in', numbers)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    points: await count(
      'testBots',
      points.map(({ number }) => number),
    ),
    windows: await count(
      'testWindows',
      windows.map(({ number }) => number),
    ),
  };
}

/** The points of a test as far as they are compared with one another. */
export function comparedPoints(db: Db, conditionId: string) {
  return db
    .selectFrom('testBots')
    .select(['botId', 'number', 'symbols', 'point', 'figures', 'outOfSample', 'rankValue', 'flags', 'curve'])
    .where('conditionId', '=', conditionId)
    .orderBy('number')
    .execute();
}

/** Stores what comparing the points has shown; a test that runs is then done. */
export async function finishTest(
  db: Db,
  conditionId: string,
  found: {
    readonly summary: TestSummary;
    readonly points: readonly {
      readonly botId: string;
      readonly plateau: number | null;
      readonly flags: readonly string[];
    }[];
  },
): Promise<void> {
  const { summary, points } = found;
  await db.transaction().execute(async (tx) => {
    await sql`
      update test_bots set plateau = given.plateau, flags = given.flags::jsonb
        from unnest(${points.map(({ botId }) => botId)}::text[], ${points.map(({ plateau }) => plateau)}::double precision[],
                    ${points.map(({ flags }) => JSON.stringify(flags))}::text[]) as given (bot_id, plateau, flags)
       where test_bots.bot_id = given.bot_id`.execute(tx);
    await tx
      .updateTable('testConditions')
      .set({ summary: JSON.stringify(summary) })
      .where('conditionId', '=', conditionId)
      .execute();
    await tx
      .updateTable('testConditions')
      .set({ state: 'DONE', phase: null, endedAt: sql`now()` })
      .where('conditionId', '=', conditionId)
      .where('state', '=', 'RUNNING')
      .execute();
  });
}
