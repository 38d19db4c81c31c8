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
  /** The page begins behind this point; null: at the first one. */
  readonly after: LastTestBot | null;
  readonly offset: number;
  readonly limit: number;
}

/** The last point of the page before. */
export interface LastTestBot {
  /** What the list is sorted by, as text. */
  readonly value: string;
  readonly number: number;
}

/** A point of a list, with its place in it. */
export type ListedTestBot = TestBotRow & LastTestBot;

const figure = (name: string) => sql`(figures ->> ${sql.lit(name)})::numeric`;

/** Over all symbols; refused ones have none. */
const RANK = sql`case when is_ranked
  then (row_number() over (order by is_ranked desc, rank_value desc nulls last, number))::integer end`;

const SORTED_BY = {
  rank: sql`null`, // Known once all are ranked.
  symbol: sql`left(symbols::text, 30)`, // The first of them whole; a cursor with all would be too long.
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

const COLUMNS = sql.raw(
  'bot_id owner_id condition_id number symbols point refusal figures out_of_sample rank_value plateau flags'
    .split(' ')
    .map((column) => `test_bots.${column}`)
    .join(),
);

/** What points are compared by, never null: those without a value come last either way. */
function orderOf({ key, isDescending }: TestBotPage['sort']) {
  const value = SORTED_BY[key];
  if (key === 'symbol') return { value, type: sql`text`, sorted: sql`value` };
  const type = key === 'plateau' ? sql`double precision` : sql`numeric`; // Exactly what is stored.
  const last = sql`${isDescending ? '-Infinity' : 'Infinity'}::${type}`;
  return { value: sql`${value}::${type}`, type, sorted: sql`coalesce(${key === 'rank' ? RANK : sql`value`}, ${last})` };
}

/** Whether the filter finds a point; ranks count the others, too. */
function isWanted({ symbol, resultFrom, resultTo }: TestBotFilter) {
  const conditions = [
    ...(symbol === undefined ? [] : [sql`symbols ? ${symbol}`]),
    ...(resultFrom === undefined ? [] : [sql`${figure('result')} >= ${resultFrom}::numeric`]),
    ...(resultTo === undefined ? [] : [sql`${figure('result')} <= ${resultTo}::numeric`]),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/**
 * The points of a test, and how many the filter finds; equal ones in the order of the grid. Points are put in order by a few
 * bytes of each, and only those of the page are read whole.
 */
export async function listTestBots(
  tx: Tx,
  ownerId: string,
  page: TestBotPage,
): Promise<{ readonly rows: readonly ListedTestBot[]; readonly total: number }> {
  const { value, type, sorted } = orderOf(page.sort);
  const [direction, beyond] = page.sort.isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const last = page.after === null ? null : sql`${page.after.value}::${type}`;
  const isBehind =
    last === null
      ? sql`true`
      : sql`(value ${beyond} ${last} or (value = ${last} and number > ${page.after?.number ?? 0}))`;
  const { rows } = await sql<ListedTestBot & { readonly total: string }>`
    with shortened as materialized (
      select bot_id, number, rank_value, figures is not null as is_ranked, ${value} as value, ${isWanted(page)} as is_wanted
        from test_bots where owner_id = ${ownerId} and condition_id = ${page.conditionId}
    ), placed as (
      select bot_id, number, ${RANK} as rank, ${sorted} as value, is_wanted from shortened
    ), counted as (
      select bot_id, number, rank, value, count(*) over () as total from placed where is_wanted
    ), listed as (
      select * from counted where ${isBehind} order by value ${direction}, number limit ${page.limit} offset ${page.offset}
    )
    select ${COLUMNS}, listed.rank, listed.value::text as value, listed.total
      from listed join test_bots on test_bots.bot_id = listed.bot_id
     order by listed.value ${direction}, listed.number`.execute(tx);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** One of the owner's points; undefined when there is none. */
export async function findTestBot(tx: Tx, ownerId: string, botId: string): Promise<TestBotRow | undefined> {
  const { rows } = await sql<TestBotRow>`
    with shortened as materialized (
      select bot_id, number, rank_value, figures is not null as is_ranked from test_bots
       where owner_id = ${ownerId}
         and condition_id = (select condition_id from test_bots where owner_id = ${ownerId} and bot_id = ${botId})
    ), placed as (
      select bot_id, ${RANK} as rank from shortened
    )
    select ${COLUMNS}, placed.rank
      from placed join test_bots on test_bots.bot_id = placed.bot_id where placed.bot_id = ${botId}`.execute(tx);
  return rows[0];
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
