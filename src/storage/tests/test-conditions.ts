import { type Insertable, type Selectable, sql } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '../database/database.ts';
import type { PointFigures } from './test-plan.ts';
import type { TestConditionsTable, TestState } from './test-tables.ts';

/** A test with its point that is ranked first; null before one is computed. */
export type TestRow = Selectable<TestConditionsTable> & { readonly best: BestPoint | null };

export interface BestPoint {
  readonly botId: string;
  readonly symbols: readonly string[];
  readonly figures: PointFigures;
}

export type TestSortKey = 'created' | 'name' | 'state' | 'points' | 'return' | 'drawdown';

/** Which tests; a field that is left out does not restrict them. */
export interface TestFilter {
  readonly search?: string | undefined;
  readonly state?: TestState | undefined;
  readonly kind?: BotKind | undefined;
  readonly strategyId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly tag?: string | undefined;
  readonly isStarred?: boolean | undefined;
  /** Bounds of the point ranked first, decimal text: net result in USDT, the others in percent. */
  readonly resultFrom?: string | undefined;
  readonly resultTo?: string | undefined;
  readonly returnFrom?: string | undefined;
  readonly returnTo?: string | undefined;
  readonly drawdownTo?: string | undefined;
}

export interface TestPage extends TestFilter {
  readonly sort: { readonly key: TestSortKey; readonly isDescending: boolean };
  /** The page begins behind this test; null: at the first one. */
  readonly after: LastTest | null;
  readonly offset: number;
  readonly limit: number;
}

/** The last test of the page before. */
export interface LastTest {
  /** What the list is sorted by, as text. */
  readonly value: string;
  readonly conditionId: string;
}

/** A test of a list, with its place in it. */
export type ListedTestRow = TestRow & LastTest;

/** The owner's tests, and how many the filter finds; equal ones in the order of their ids, the last one first. */
export async function listTests(
  tx: Tx,
  ownerId: string,
  page: TestPage,
): Promise<{ readonly rows: readonly ListedTestRow[]; readonly total: number }> {
  const { sorted, type } = orderOf(page.sort);
  const [direction, beyond] = page.sort.isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const found = filteredTests(tx, ownerId, page).select(['conditionId', sorted.as('value')]);
  const last = page.after === null ? null : sql`${page.after.value}::${type}`;
  const isBehind =
    last === null
      ? sql`true`
      : sql`(value ${beyond} ${last} or (value = ${last} and condition_id < ${page.after?.conditionId ?? ''}))`;
  const { rows } = await sql<ListedTestRow & { readonly total: string }>`
    with found as materialized (${found}), counted as (
      select *, count(*) over () as total from found
    ), listed as (
      select * from counted where ${isBehind}
       order by value ${direction}, condition_id desc limit ${page.limit} offset ${page.offset}
    )
    select test_conditions.*, ${best}, listed.value::text as value, listed.total
      from listed join test_conditions on test_conditions.condition_id = listed.condition_id
     order by listed.value ${direction}, listed.condition_id desc`.execute(tx);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** Among equals the point that comes first in the grid. */
const FIRST_POINT = sql`
  from test_bots where test_bots.condition_id = test_conditions.condition_id and figures is not null
  order by rank_value desc nulls last, number limit 1`;
const best = sql<BestPoint | null>`(
  select jsonb_build_object('botId', bot_id, 'symbols', symbols, 'figures', figures) ${FIRST_POINT})`.as('best');
const bestFigure = (name: string) => sql`(select (figures ->> ${sql.lit(name)})::numeric ${FIRST_POINT})`;

const SORTED_BY = {
  created: sql`extract(epoch from test_conditions.created_at)`,
  name: sql`lower(test_conditions.name)`,
  state: sql`test_conditions.state`,
  points: sql`test_conditions.points_total`,
  return: bestFigure('returnPercent'),
  drawdown: bestFigure('maxDrawdownPercent'),
} satisfies Record<TestSortKey, unknown>;

/** What tests are compared by, never null: those without a figure come last either way. */
function orderOf({ key, isDescending }: TestPage['sort']) {
  const value = SORTED_BY[key];
  if (key === 'name' || key === 'state') return { sorted: sql<string>`${value}`, type: sql`text` };
  const last = sql`${isDescending ? '-Infinity' : 'Infinity'}::numeric`;
  return { sorted: sql<string>`coalesce(${value}::numeric, ${last})`, type: sql`numeric` };
}

function filteredTests(tx: Tx, ownerId: string, filter: TestFilter) {
  let query = tx.selectFrom('testConditions').where('testConditions.ownerId', '=', ownerId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.strategyId !== undefined) query = query.where('strategyId', '=', filter.strategyId);
  if (filter.isStarred !== undefined) query = query.where('isStarred', '=', filter.isStarred);
  if (filter.tag !== undefined) query = query.where(sql<boolean>`tags ? ${filter.tag}`);
  if (filter.symbol !== undefined) query = query.where(sql<boolean>`plan -> 'symbols' ? ${filter.symbol}`);
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`concat_ws(' ', name, note, strategy_name, tags::text, (plan -> 'symbols')::text) ilike ${pattern}`,
    );
  }
  for (const [bound, figure, holds] of FIGURE_BOUNDS) {
    const value = filter[bound];
    if (value !== undefined) query = query.where(sql<boolean>`${bestFigure(figure)} ${holds} ${value}::numeric`);
  }
  return query;
}

const [AT_LEAST, AT_MOST] = [sql.raw('>='), sql.raw('<=')];
const FIGURE_BOUNDS = [
  ['resultFrom', 'result', AT_LEAST],
  ['resultTo', 'result', AT_MOST],
  ['returnFrom', 'returnPercent', AT_LEAST],
  ['returnTo', 'returnPercent', AT_MOST],
  ['drawdownTo', 'maxDrawdownPercent', AT_MOST],
] as const;

/** One of the owner's tests; undefined when there is none. */
export function findTest(tx: Tx, ownerId: string, conditionId: string): Promise<TestRow | undefined> {
  return filteredTests(tx, ownerId, {})
    .selectAll('testConditions')
    .select(best)
    .where('testConditions.conditionId', '=', conditionId)
    .executeTakeFirst();
}

/** The owner's tests of the same plan by the same engine that have, or may still come to, a result; newest first. */
export function findSameTests(
  tx: Tx,
  ownerId: string,
  same: { readonly planHash: string; readonly engineVersion: string },
): Promise<TestRow[]> {
  return filteredTests(tx, ownerId, {})
    .selectAll('testConditions')
    .select(best)
    .where('planHash', '=', same.planHash)
    .where('engineVersion', '=', same.engineVersion)
    .where('state', 'in', ['QUEUED', 'RUNNING', 'DONE'])
    .orderBy('createdAt', 'desc')
    .execute();
}

/** How many tests an owner has, and how many of them wait or run. */
export interface TestCounts {
  readonly tests: number;
  readonly unfinished: number;
}

export async function countTests(tx: Tx, ownerId: string): Promise<TestCounts> {
  const row = await tx
    .selectFrom('testConditions')
    .select([
      sql<string>`count(*)`.as('tests'),
      sql<string>`count(*) filter (where state in ('QUEUED', 'RUNNING'))`.as('unfinished'),
    ])
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return { tests: Number(row.tests), unfinished: Number(row.unfinished) };
}

export async function insertTest(tx: Tx, row: Insertable<TestConditionsTable>): Promise<void> {
  await tx.insertInto('testConditions').values(row).execute();
}

/** @returns false when it had already ended, or is not the owner's */
export async function cancelTestRow(tx: Tx, ownerId: string, conditionId: string): Promise<boolean> {
  const row = await tx
    .updateTable('testConditions')
    .set({ state: 'CANCELED', phase: null, endedAt: new Date() })
    .where('ownerId', '=', ownerId)
    .where('conditionId', '=', conditionId)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning('conditionId')
    .executeTakeFirst();
  return row !== undefined;
}

export interface TestProps {
  readonly name?: string | undefined;
  readonly isStarred?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly note?: string | undefined;
}

export async function updateTestProps(
  tx: Tx,
  ownerId: string,
  conditionId: string,
  { name, isStarred, tags, note }: TestProps,
): Promise<void> {
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(isStarred === undefined ? {} : { isStarred }),
    ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
    ...(note === undefined ? {} : { note }),
  };
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('testConditions')
    .set(changes)
    .where('ownerId', '=', ownerId)
    .where('conditionId', '=', conditionId)
    .execute();
}

/** With its points and windows. @returns false when the owner has no such test */
export async function deleteTestRow(tx: Tx, ownerId: string, conditionId: string): Promise<boolean> {
  await tx.deleteFrom('testBots').where('ownerId', '=', ownerId).where('conditionId', '=', conditionId).execute();
  await tx.deleteFrom('testWindows').where('ownerId', '=', ownerId).where('conditionId', '=', conditionId).execute();
  const row = await tx
    .deleteFrom('testConditions')
    .where('ownerId', '=', ownerId)
    .where('conditionId', '=', conditionId)
    .returning('conditionId')
    .executeTakeFirst();
  return row !== undefined;
}
