import { type Selectable, sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { TestBotsTable, TestWindowsTable } from './test-tables.ts';

/** A point without its curve, and its place among the points of its test; null for a refused one. */
export type TestBotRow = Omit<Selectable<TestBotsTable>, 'curve'> & { readonly rank: number | null };

export type TestBotSortKey = keyof typeof SORTED_BY;

/** Which points of a test; a field that is left out does not restrict them. */
export interface TestBotFilter {
  readonly conditionId: string;
  readonly symbol?: string | undefined;
  /** Bounds of the result, both included. */
  readonly resultFrom?: string | undefined;
  readonly resultTo?: string | undefined;
}

export interface TestBotPage extends TestBotFilter {
  readonly sort: { readonly key: TestBotSortKey; readonly isDescending: boolean };
  readonly offset: number;
  readonly limit: number;
}

const figure = (name: string) => sql`(figures ->> ${sql.lit(name)})::numeric`;

const SORTED_BY = {
  rank: sql`rank`,
  symbol: sql`symbols::text`,
  return: figure('returnPercent'),
  roi: figure('roiCommittedPercent'),
  result: figure('result'),
  drawdown: figure('maxDrawdownPercent'),
  sharpe: figure('sharpe'),
  sortino: figure('sortino'),
  calmar: figure('calmar'),
  cycles: figure('cycles'),
  'win-rate': figure('winRatePercent'),
  'profit-factor': figure('profitFactor'),
  plateau: sql`plateau`,
  'out-of-sample': sql`(out_of_sample ->> 'returnPercent')::numeric`,
} as const;

const COLUMNS = [
  'botId',
  'ownerId',
  'conditionId',
  'number',
  'symbols',
  'point',
  'refusal',
  'figures',
  'outOfSample',
  'rankValue',
  'plateau',
  'flags',
] as const satisfies readonly (keyof TestBotsTable)[];

/** The points of a test with their ranks: over all symbols, refused ones without. */
function ranked(tx: Tx, ownerId: string, conditionId: string) {
  return tx
    .selectFrom('testBots')
    .select(COLUMNS)
    .select(
      sql<
        number | null
      >`case when figures is not null then (row_number() over (order by figures is null, rank_value desc nulls last, number))::integer end`.as(
        'rank',
      ),
    )
    .where('ownerId', '=', ownerId)
    .where('conditionId', '=', conditionId);
}

/** The points of a test, and how many the filter finds; equal ones in the order of the grid. */
export async function listTestBots(
  tx: Tx,
  ownerId: string,
  page: TestBotPage,
): Promise<{ readonly rows: readonly TestBotRow[]; readonly total: number }> {
  const { key, isDescending } = page.sort;
  let query = tx
    .selectFrom(ranked(tx, ownerId, page.conditionId).as('points'))
    .selectAll()
    .select(sql<string>`count(*) over ()`.as('total'));
  if (page.symbol !== undefined) query = query.where(sql<boolean>`symbols ? ${page.symbol}`);
  if (page.resultFrom !== undefined) query = query.where(sql<boolean>`${figure('result')} >= ${page.resultFrom}`);
  if (page.resultTo !== undefined) query = query.where(sql<boolean>`${figure('result')} <= ${page.resultTo}`);
  const rows = await query
    .orderBy(SORTED_BY[key], (order) => (isDescending ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('number')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows: rows as readonly TestBotRow[], total: Number(rows[0]?.total ?? 0) }; // The columns are those of the table.
}

/** One of the owner's points; undefined when there is none. */
export async function findTestBot(tx: Tx, ownerId: string, botId: string): Promise<TestBotRow | undefined> {
  const found = await tx
    .selectFrom('testBots')
    .select('conditionId')
    .where('ownerId', '=', ownerId)
    .where('botId', '=', botId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return tx
    .selectFrom(ranked(tx, ownerId, found.conditionId).as('points'))
    .selectAll()
    .where('botId', '=', botId)
    .executeTakeFirst() as Promise<TestBotRow | undefined>; // As above.
}

/** The curves of points, in the order of their ids. */
export function listCurves(
  tx: Tx,
  ownerId: string,
  botIds: readonly string[],
): Promise<Pick<Selectable<TestBotsTable>, 'botId' | 'curve'>[]> {
  return tx
    .selectFrom('testBots')
    .select(['botId', 'curve'])
    .where('ownerId', '=', ownerId)
    .where('botId', 'in', botIds)
    .execute();
}

/** The windows of a test in their order. */
export function listWindows(tx: Tx, ownerId: string, conditionId: string): Promise<Selectable<TestWindowsTable>[]> {
  return tx
    .selectFrom('testWindows')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('conditionId', '=', conditionId)
    .orderBy('number')
    .execute();
}
