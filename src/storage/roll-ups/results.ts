import { sql } from 'kysely';
import { isoDay } from '#base/iso-text.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, SECOND_MS } from '#base/time.ts';
import type { Tx } from '../database/database.ts';
import { packedLine, packedRows, secondsOf, unpacked } from '../database/rows/packed-rows.ts';
import { cutMonths, cutPeriod, type Period } from '../period.ts';

/** Sums over ended cycles, exact decimal text. A canceled entry is not counted, but what it cost is in the sums. */
export interface ResultSums {
  readonly gross: string;
  readonly commission: string;
  readonly funding: string;
  readonly liquidationFee: string;
  readonly result: string;
  readonly cycles: number;
}

/** The same of a portfolio, with how many cycles won and lost, and the sums of both. */
export interface TalliedSums extends ResultSums {
  readonly wins: number;
  readonly losses: number;
  readonly won: string;
  readonly lost: string;
}

/** The same over a period, with the worst net result of a cycle; null where none counts. */
export interface PeriodSums extends TalliedSums {
  readonly worst: string | null;
}

/** The sums over no cycle. */
export const NO_RESULTS: PeriodSums = {
  gross: '0.00000000',
  commission: '0.00000000',
  funding: '0.00000000',
  liquidationFee: '0.00000000',
  result: '0.00000000',
  cycles: 0,
  wins: 0,
  losses: 0,
  won: '0.00000000',
  lost: '0.00000000',
  worst: null,
};

/** Bots or portfolios of the owner. */
export interface ResultScope {
  readonly by: 'bot' | 'portfolio';
  readonly ids: readonly string[];
}

const scopeColumn = { bot: 'bot_id', portfolio: 'portfolio_id' } as const;

const MONEY = sql`gross, commission, funding, liquidation_fee, result`;

/** The longest roll-up that the rows of a period may come from: rows of an hour can be grouped by hour, those of a day by day. */
type Longest = 'month' | 'day' | 'hour';

/** Rows that add up to the results of a period, so that [a, b) and [b, c) always make [a, c). */
interface ResultRows {
  /** Of the roll-up by the longest length; none where the period has nothing whole. */
  readonly whole: readonly Condition[];
  /** Of the broken months, days or hours at both ends, which `whole` does not have. */
  readonly edges: readonly Condition[];
}

function resultRows(
  ownerId: string,
  scope: ResultScope & { readonly period: Period },
  longest: Longest = 'month',
): ResultRows {
  const owned = sql`
     where owner_id = ${ownerId} and ${sql.ref(scopeColumn[scope.by])} = any(${[...scope.ids]}::text[])`;
  return scope.by === 'bot' ? botRows(scope.period, owned) : portfolioRows(scope.period, owned, longest);
}

function together({ whole, edges }: ResultRows): Condition {
  return sql.join([...whole, ...edges], sql` union all `);
}

type Condition = ReturnType<typeof sql>;

/** Whole UTC days from the roll-up, the broken ones at both ends from the cycles themselves. */
function botRows(period: Period, owned: Condition): ResultRows {
  const { whole, rest } = cutPeriod(period, DAY_MS);
  const [from, to] = [isoDay(whole.from), isoDay(whole.to)];
  const days = sql`
    select bot_id as id, day::timestamp at time zone 'UTC' as at, ${MONEY}, cycles
      from bot_days ${owned} and day >= ${from}::date and day < ${to}::date`;
  const edges = rest.map(
    (edge) => sql`
    select bot_id as id, end_at as at, ${MONEY}, (state <> 'CANCELED')::integer as cycles
      from cycles ${owned} and end_at >= ${new Date(edge.from)} and end_at < ${new Date(edge.to)}`,
  );
  return { whole: [days], edges };
}

/** What the broken ends of each length are made of. */
const SHORTER = { month: 'day', day: 'hour', hour: null } as const;

/** Whole UTC months from the roll-up, beside them days and hours; at most two broken hours are left to the cycles. */
function portfolioRows(period: Period, owned: Condition, longest: Longest): ResultRows {
  const { whole, rest } = longest === 'month' ? cutMonths(period) : cutPeriod(period, LENGTH_MS[longest]);
  const shorter = SHORTER[longest];
  const edges = rest.flatMap((edge) => {
    if (shorter === null) return [edgeCycles(edge, owned)];
    const parts = portfolioRows(edge, owned, shorter);
    return [...parts.whole, ...parts.edges];
  });
  return { whole: whole.to > whole.from ? [summedSpans(longest, whole, owned)] : [], edges };
}

const LENGTH_MS = { day: DAY_MS, hour: HOUR_MS } as const;

/** Of a broken hour. */
function edgeCycles({ from, to }: Period, owned: Condition): Condition {
  return sql`
    select portfolio_id as id, end_at as at, ${MONEY}, counted as cycles,
           counted * (result > 0)::integer as wins, counted * (result < 0)::integer as losses,
           counted * greatest(result, 0) as won, counted * least(result, 0) as lost,
           case counted when 1 then result end as worst, null::text as days
      from cycles cross join lateral (select (state <> 'CANCELED')::integer as counted) as each
      ${owned} and end_at >= ${new Date(from)} and end_at < ${new Date(to)}`;
}

function summedSpans(span: Longest, { from, to }: Period, owned: Condition): Condition {
  return sql`
    select portfolio_id as id, begin_at as at, ${MONEY}, cycles, wins, losses, won, lost, worst, days
      from portfolio_results ${owned} and span = ${span} and begin_at >= ${new Date(from)} and begin_at < ${new Date(to)}`;
}

const BROKEN_OF_BOTS = sql`
  sum(gross) as gross, sum(commission) as commission, sum(funding) as funding, sum(liquidation_fee) as liquidation_fee,
  sum(result) as result, sum(cycles) as cycles`;

/** The figures of a broken day or hour, in the order of the rows that they come from. */
const BROKEN = {
  bot: BROKEN_OF_BOTS,
  portfolio: sql`
  ${BROKEN_OF_BOTS}, sum(wins) as wins, sum(losses) as losses, sum(won) as won, sum(lost) as lost, min(worst) as worst,
  null::text as days`,
} as const;

/** One row of each id and day, or hour, or whole month: those of the roll-up as they are, the broken ones at both ends summed up. */
function bucketRows(scope: ResultScope, { whole, edges }: ResultRows, length: 'day' | 'hour'): Condition {
  const broken = sql`
    select id, date_trunc(${length}, at, 'UTC') as at, ${BROKEN[scope.by]}
      from (${sql.join(edges, sql` union all `)}) as edges group by 1, 2`;
  return sql.join(edges.length === 0 ? whole : [...whole, broken], sql` union all `);
}

const SUMS = sql`
  sum(gross)::numeric(38,8)::text as gross, sum(commission)::numeric(38,8)::text as commission,
  sum(funding)::numeric(38,8)::text as funding, sum(liquidation_fee)::numeric(38,8)::text as liquidation_fee,
  sum(result)::numeric(38,8)::text as result, sum(cycles)::integer as cycles`;

const WINS_AND_LOSSES = sql`
  sum(wins)::integer as wins, sum(losses)::integer as losses,
  sum(won)::numeric(38,8)::text as won, sum(lost)::numeric(38,8)::text as lost`;

/** Sums over everything that has ended, by bot or by portfolio; they cost the same however much that is. */
export async function totalResults(
  tx: Tx,
  ownerId: string,
  scope: ResultScope,
): Promise<ReadonlyMap<string, ResultSums>> {
  if (scope.ids.length === 0) return new Map();
  const column = sql.ref(scopeColumn[scope.by]);
  const { rows } = await sql<ResultSums & { id: string }>`
    select ${column} as id, ${SUMS} from bot_totals
     where owner_id = ${ownerId} and ${column} = any(${[...scope.ids]}::text[]) group by ${column}`.execute(tx);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Sums of the period by bot or by portfolio; ids without an ended cycle are missing from the map. */
export async function sumResults(
  tx: Tx,
  ownerId: string,
  scope: ResultScope & { readonly period: Period },
): Promise<ReadonlyMap<string, ResultSums>> {
  if (scope.ids.length === 0 || scope.period.to <= scope.period.from) return new Map();
  const { rows } = await sql<ResultSums & { id: string }>`
    select id, ${SUMS} from (${together(resultRows(ownerId, scope))}) as parts group by id`.execute(tx);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Sums of one portfolio over a period, wins and losses apart, and its worst result. */
export async function sumPortfolio(
  tx: Tx,
  ownerId: string,
  { portfolioId, period }: { readonly portfolioId: string; readonly period: Period },
): Promise<PeriodSums> {
  if (period.to <= period.from) return NO_RESULTS;
  const parts = together(resultRows(ownerId, { by: 'portfolio', ids: [portfolioId], period }));
  const { rows } = await sql<PeriodSums>`
    select ${SUMS}, ${WINS_AND_LOSSES}, min(worst)::numeric(38,8)::text as worst
      from (${parts}) as parts having count(*) > 0`.execute(tx);
  return rows[0] ?? NO_RESULTS;
}

/** The net result of the cycles of one bot or portfolio that ended in a UTC day or hour; `at` is its start. */
export interface ResultBucket {
  readonly at: Instant;
  readonly result: string;
  readonly cycles: number;
}

/** The same of one bot among several. */
export interface BotBucket extends ResultBucket {
  readonly id: string;
}

/** Results of bots by UTC day, oldest first; days without an ended cycle are left out. */
export async function dailyResults(
  tx: Tx,
  ownerId: string,
  { botIds, period }: { readonly botIds: readonly string[]; readonly period: Period },
): Promise<readonly BotBucket[]> {
  if (botIds.length === 0 || period.to <= period.from) return [];
  const scope = { by: 'bot', ids: botIds, period } as const;
  const buckets = bucketRows(scope, resultRows(ownerId, scope), 'day');
  return packedRows(
    tx,
    { columns: [...BUCKET, sql`id`], from: sql`from (${buckets}) as buckets`, orderBy: sql`at, id` },
    (values) => ({ id: values[BUCKET.length] ?? '', ...bucketOf(values) }),
  );
}

/** Sums of one portfolio over a period, and what they are the sums of. */
export interface SummedBuckets {
  readonly sums: PeriodSums;
  /** Results by UTC day or hour, oldest first; those without an ended cycle are left out. */
  readonly buckets: readonly ResultBucket[];
}

/**
 * Results of one portfolio over a period, from one reading of its days or hours; whole months come with theirs as one text.
 * @param options.length - hours only for periods of some weeks
 */
export async function summedBuckets(
  tx: Tx,
  ownerId: string,
  {
    portfolioId,
    period,
    length,
  }: { readonly portfolioId: string; readonly period: Period; readonly length: 'day' | 'hour' },
): Promise<SummedBuckets> {
  if (period.to <= period.from) return { sums: NO_RESULTS, buckets: [] };
  const scope = { by: 'portfolio', ids: [portfolioId], period } as const;
  const rows = bucketRows(scope, resultRows(ownerId, scope, length === 'day' ? 'month' : 'hour'), length);
  const {
    rows: [row],
  } = await sql<PeriodSums & { packed: string }>`
    select ${SUMS}, ${WINS_AND_LOSSES}, min(worst)::numeric(38,8)::text as worst,
           string_agg(coalesce(days, ${packedLine(BUCKET)}), chr(10) order by at) as packed
      from (${rows}) as buckets having count(*) > 0`.execute(tx);
  if (row === undefined) return { sums: NO_RESULTS, buckets: [] };
  const { packed, ...sums } = row;
  return { sums, buckets: unpacked(packed, BUCKET.length, bucketOf) };
}

const BUCKET = [secondsOf(sql`at`), sql`result::numeric(38,8)`, sql`cycles`];

function bucketOf([seconds, result = '', cycles]: readonly string[]): ResultBucket {
  return { at: instantOf(Number(seconds) * SECOND_MS), result, cycles: Number(cycles) };
}

/** What the open cycles of a portfolio have booked so far. */
export interface OpenSums {
  /** Of partial closes, before costs. */
  readonly gross: string;
  /** The same less commission and liquidation fees, with funding: `result − gross` is what they cost. */
  readonly result: string;
  readonly cycles: number;
}

/** What open cycles have booked so far, by portfolio. */
export async function openResults(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, OpenSums>> {
  const { rows } = await sql<OpenSums & { portfolioId: string }>`
    select portfolio_id, sum(gross)::numeric(38,8)::text as gross, sum(result)::numeric(38,8)::text as result,
           count(*)::integer as cycles
      from cycles where owner_id = ${ownerId} and end_at is null group by portfolio_id`.execute(tx);
  return new Map(rows.map(({ portfolioId, ...open }) => [portfolioId, open]));
}
