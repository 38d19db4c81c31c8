import { sql } from 'kysely';
import { DAY_MS, type Instant, instantOf } from '#base/time.ts';
import type { Tx } from './database/database.ts';

/** Sums over ended cycles, exact decimal text; counts as whole numbers. */
export interface ResultSums {
  readonly gross: string;
  readonly commission: string;
  readonly funding: string;
  readonly liquidationFee: string;
  readonly result: string;
  readonly cycles: number;
  readonly wins: number;
  readonly won: string;
  readonly lost: string;
}

/** The sums over no cycle. */
export const NO_RESULTS: ResultSums = {
  gross: '0.00000000',
  commission: '0.00000000',
  funding: '0.00000000',
  liquidationFee: '0.00000000',
  result: '0.00000000',
  cycles: 0,
  wins: 0,
  won: '0.00000000',
  lost: '0.00000000',
};

/** A period by the end of cycles: `from` included, `to` excluded, UTC milliseconds. */
export interface Period {
  readonly from: Instant;
  readonly to: Instant;
}

/** Whether the ids of a question name bots or portfolios. */
export type ResultScope = 'bot' | 'portfolio';

const scopeColumn = { bot: 'bot_id', portfolio: 'portfolio_id' } as const;

/**
 * Rows that add up to the results of a period: whole UTC days from the roll-up, the two edges from the cycles themselves,
 * so that [a,b) and [b,c) always make [a,c).
 */
function resultRows(ownerId: string, scope: { by: ResultScope; ids: readonly string[] }, period: Period) {
  const column = sql.ref(scopeColumn[scope.by]);
  const firstDay = Math.ceil(period.from / DAY_MS) * DAY_MS;
  const lastDay = Math.max(firstDay, Math.floor(period.to / DAY_MS) * DAY_MS);
  const [from, to] = [new Date(period.from), new Date(period.to)];
  const [wholeFrom, wholeTo] = [new Date(firstDay), new Date(lastDay)];
  const ids = sql`${scope.ids as string[]}::text[]`;
  return sql`
    select ${column} as id, day::timestamp at time zone 'UTC' as at, gross, commission, funding, liquidation_fee, result,
           cycles, wins, won, lost
      from bot_days
     where owner_id = ${ownerId} and ${column} = any(${ids})
       and day >= ${wholeFrom.toISOString().slice(0, 10)}::date and day < ${wholeTo.toISOString().slice(0, 10)}::date
    union all
    select ${column}, end_at, gross, commission, funding, liquidation_fee, result,
           case when state = 'CANCELED' then 0 else 1 end, case when result > 0 then 1 else 0 end,
           greatest(result, 0), least(result, 0)
      from cycles
     where owner_id = ${ownerId} and ${column} = any(${ids})
       and end_at >= ${from} and end_at < ${to} and (end_at < ${wholeFrom} or end_at >= ${wholeTo})`;
}

const SUMS = sql`
  sum(gross)::numeric(38,8)::text as gross, sum(commission)::numeric(38,8)::text as commission,
  sum(funding)::numeric(38,8)::text as funding, sum(liquidation_fee)::numeric(38,8)::text as liquidation_fee,
  sum(result)::numeric(38,8)::text as result, sum(cycles)::integer as cycles, sum(wins)::integer as wins,
  sum(won)::numeric(38,8)::text as won, sum(lost)::numeric(38,8)::text as lost`;

/** Sums over everything that has ended, by bot or by portfolio; they cost the same however much that is. */
export async function totalResults(
  tx: Tx,
  ownerId: string,
  scope: { readonly by: ResultScope; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, ResultSums>> {
  if (scope.ids.length === 0) return new Map();
  const column = sql.ref(scopeColumn[scope.by]);
  const { rows } = await sql<ResultSums & { id: string }>`
    select ${column} as id, ${SUMS} from bot_totals
     where owner_id = ${ownerId} and ${column} = any(${scope.ids as string[]}::text[]) group by ${column}`.execute(tx);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Sums of the period by bot or by portfolio; ids without an ended cycle are missing from the map. */
export async function sumResults(
  tx: Tx,
  ownerId: string,
  scope: { readonly by: ResultScope; readonly ids: readonly string[]; readonly period: Period },
): Promise<ReadonlyMap<string, ResultSums>> {
  if (scope.ids.length === 0 || scope.period.to <= scope.period.from) return new Map();
  const { rows } = await sql<ResultSums & { id: string }>`
    select id, ${SUMS}
      from (${resultRows(ownerId, scope, scope.period)}) as parts group by id`.execute(tx);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** The net result of the cycles of one bot or portfolio that ended in a UTC day or hour; `at` is its start. */
export interface ResultBucket {
  readonly id: string;
  readonly at: Instant;
  readonly result: string;
  readonly cycles: number;
}

/** Results by UTC day, oldest first; days without an ended cycle are left out. */
export async function dailyResults(
  tx: Tx,
  ownerId: string,
  scope: { readonly by: ResultScope; readonly ids: readonly string[]; readonly period: Period },
): Promise<readonly ResultBucket[]> {
  if (scope.ids.length === 0 || scope.period.to <= scope.period.from) return [];
  const { rows } = await sql<{ id: string; bucket: Date; result: string; cycles: number }>`
    select id, date_trunc('day', at, 'UTC') as bucket, sum(result)::numeric(38,8)::text as result,
           sum(cycles)::integer as cycles
      from (${resultRows(ownerId, scope, scope.period)}) as parts
     group by id, bucket order by bucket, id`.execute(tx);
  return rows.map(({ id, bucket, result, cycles }) => ({ id, at: instantOf(bucket.getTime()), result, cycles }));
}

/** Results by UTC hour from the cycles themselves; meant for short periods. Oldest first, empty hours left out. */
export async function hourlyResults(
  tx: Tx,
  ownerId: string,
  scope: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly ResultBucket[]> {
  const { rows } = await sql<{ bucket: Date; result: string; cycles: number }>`
    select date_trunc('hour', end_at, 'UTC') as bucket, sum(result)::numeric(38,8)::text as result,
           count(*) filter (where state <> 'CANCELED')::integer as cycles
      from cycles
     where owner_id = ${ownerId} and portfolio_id = ${scope.portfolioId}
       and end_at >= ${new Date(scope.period.from)} and end_at < ${new Date(scope.period.to)}
     group by bucket order by bucket`.execute(tx);
  return rows.map(({ bucket, result, cycles }) => ({
    id: scope.portfolioId,
    at: instantOf(bucket.getTime()),
    result,
    cycles,
  }));
}

/** What open cycles have booked so far (fees, funding, partial closes), by portfolio. */
export async function openResults(
  tx: Tx,
  ownerId: string,
): Promise<ReadonlyMap<string, { result: string; cycles: number }>> {
  const { rows } = await sql<{ portfolioId: string; result: string; cycles: number }>`
    select portfolio_id, sum(result)::numeric(38,8)::text as result, count(*)::integer as cycles
      from cycles where owner_id = ${ownerId} and end_at is null group by portfolio_id`.execute(tx);
  return new Map(rows.map(({ portfolioId, ...open }) => [portfolioId, open]));
}

/** Equity of a portfolio at a full market hour. */
export interface EquityHour {
  readonly portfolioId: string;
  readonly at: Instant;
  /** Σ over the bots of what was realised so far plus the open result: equity without what was paid in. */
  readonly gained: string;
}

/**
 * The hourly series of portfolios, oldest first. A bot counts with its last value before the hour, so one that has
 * stopped reporting keeps what it earned.
 */
export async function equityHours(
  tx: Tx,
  ownerId: string,
  portfolioIds: readonly string[],
): Promise<readonly EquityHour[]> {
  if (portfolioIds.length === 0) return [];
  const { rows } = await sql<{ portfolioId: string; ts: Date; gained: string }>`
    with steps as (
      select portfolio_id, ts, realized + unrealized
             - lag(realized + unrealized, 1, 0) over (partition by bot_id order by ts) as step
        from bot_hours
       where owner_id = ${ownerId} and portfolio_id = any(${portfolioIds as string[]}::text[]))
    select portfolio_id, ts, (sum(sum(step)) over (partition by portfolio_id order by ts))::numeric(38,8)::text as gained
      from steps group by portfolio_id, ts order by portfolio_id, ts`.execute(tx);
  return rows.map(({ portfolioId, ts, gained }) => ({ portfolioId, at: instantOf(ts.getTime()), gained }));
}

/** The open result of a bot by market hour, oldest first. */
export function listOpenHours(tx: Tx, ownerId: string, botId: string): Promise<{ ts: Date; unrealized: string }[]> {
  return tx
    .selectFrom('botHours')
    .select(['ts', 'unrealized'])
    .where('ownerId', '=', ownerId)
    .where('botId', '=', botId)
    .orderBy('ts')
    .execute();
}

/** The most cycles that statistics are made of; the newest of a longer period. */
const RESULTS_MAX = 200_000;

/** Net results of the cycles that ended in a period, in the order they ended. */
export async function listResults(
  tx: Tx,
  ownerId: string,
  scope: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('cycles')
    .select('result')
    .where('ownerId', '=', ownerId)
    .where('portfolioId', '=', scope.portfolioId)
    .where('endAt', '>=', new Date(scope.period.from))
    .where('endAt', '<', new Date(scope.period.to))
    .where('state', '!=', 'CANCELED')
    .orderBy('endAt', 'desc')
    .orderBy('cycleId', 'desc')
    .limit(RESULTS_MAX)
    .execute();
  return rows.map((row) => row.result).reverse();
}
