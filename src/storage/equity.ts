import { type Selectable, sql } from 'kysely';
import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later, SECOND_MS, startOf } from '#base/time.ts';
import type { Tx } from './database/database.ts';
import { packedRows, secondsOf } from './database/rows/packed-rows.ts';
import type { EquitySpansTable } from './database/schema.ts';
import type { EquitySpan } from './equity-span.ts';
import { cutPeriod, type Period } from './period.ts';

/** What the bots of a portfolio have gained by a market hour: equity without what was paid in. */
export interface EquityHour {
  readonly portfolioId: string;
  readonly at: Instant;
  readonly gained: Cash;
}

/** The hours of a portfolio in a period, oldest first: at most some two thousand of a period of three months. */
export async function equityHours(
  tx: Tx,
  ownerId: string,
  { portfolioId, period }: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly EquityHour[]> {
  const rows = await packedRows(tx, {
    columns: [secondsOf(sql`ts`), sql`gained`],
    from: sql`
      from portfolio_hours
     where owner_id = ${ownerId} and portfolio_id = ${portfolioId}
       and ts >= ${new Date(period.from)} and ts < ${new Date(period.to)}`,
    orderBy: sql`ts`,
  });
  return rows.map((row) => equityHour(portfolioId, row));
}

function equityHour(portfolioId: string, [seconds, gained = '']: readonly string[]): EquityHour {
  return { portfolioId, at: instantOf(Number(seconds) * SECOND_MS), gained: cashFrom(gained) };
}

/**
 * What a portfolio had gained at each of some times; those before its first hour are left out. By the day, one stored row a
 * day is read instead of its hours.
 * @param times - oldest first; between the first and the last, full hours or midnights
 */
export async function equityCurve(
  tx: Tx,
  ownerId: string,
  {
    portfolioId,
    times,
    by,
  }: { readonly portfolioId: string; readonly times: readonly Instant[]; readonly by: 'hour' | 'day' },
): Promise<ReadonlyMap<Instant, Cash>> {
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const ends = sql.join(
    [from, to].map(
      (time) => sql`
    (select ts as at, gained from portfolio_hours
      where owner_id = ${ownerId} and portfolio_id = ${portfolioId} and ts <= ${new Date(time)} order by ts desc limit 1)`,
    ),
    sql` union all `,
  );
  const between = by === 'hour' ? hoursBetween : closingHours;
  const rows = await packedRows(tx, {
    columns: [secondsOf(sql`at`), sql`gained`],
    from: sql`from (${ends} union all ${between({ ownerId, portfolioId }, { from, to })}) as hours`,
    orderBy: sql`at`,
  });
  return heldAt(
    times,
    rows.map((row) => equityHour(portfolioId, row)),
  );
}

type OwnPortfolio = Readonly<Record<'ownerId' | 'portfolioId', string>>;

function hoursBetween({ ownerId, portfolioId }: OwnPortfolio, { from, to }: Period) {
  return sql`
    select ts, gained from portfolio_hours
     where owner_id = ${ownerId} and portfolio_id = ${portfolioId} and ts > ${new Date(from)} and ts < ${new Date(to)}`;
}

/** The last hour of each UTC day, (00:00, 24:00], of those in a period. */
function closingHours({ ownerId, portfolioId }: OwnPortfolio, { from, to }: Period) {
  const day = startOf(later(from, 1 - DAY_MS), DAY_MS); // One that began before the period may end in it.
  return sql`
    select last_at, last from equity_spans
     where owner_id = ${ownerId} and portfolio_id = ${portfolioId} and span = 'day'
       and begin_at >= ${new Date(day)} and begin_at < ${new Date(to)}
       and last_at > ${new Date(from)} and last_at < ${new Date(to)}`;
}

/** At each time, what the last hour up to then says; both oldest first. */
function heldAt(times: readonly Instant[], hours: readonly EquityHour[]): ReadonlyMap<Instant, Cash> {
  const held = new Map<Instant, Cash>();
  let index = -1;
  for (const time of times) {
    while ((hours[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= time) index += 1;
    const hour = hours[index];
    if (hour !== undefined) held.set(time, hour.gained);
  }
  return held;
}

/** The last hour of each portfolio at or before each of the times; a time before its first hour is left out. */
export async function equityAtTimes(
  tx: Tx,
  ownerId: string,
  { portfolioIds, times }: { readonly portfolioIds: readonly string[]; readonly times: readonly Instant[] },
): Promise<readonly EquityHour[]> {
  if (portfolioIds.length === 0 || times.length === 0) return [];
  const { rows } = await sql<{ portfolioId: string; at: Date; gained: string }>`
    select portfolio_id, at, gained
      from unnest(${[...portfolioIds]}::text[]) as given (portfolio_id)
     cross join unnest(${times.map((time) => new Date(time).toISOString())}::timestamptz[]) as times (at)
     cross join lateral (
       select gained from portfolio_hours as hours
        where hours.owner_id = ${ownerId} and hours.portfolio_id = given.portfolio_id and hours.ts <= times.at
        order by hours.ts desc limit 1) as latest
     order by portfolio_id, at`.execute(tx);
  return rows.map(({ portfolioId, at, gained }) => ({
    portfolioId,
    at: instantOf(at.getTime()),
    gained: cashFrom(gained),
  }));
}

/** The whole life of a portfolio, from its first hour. */
export interface EquityLife extends EquitySpan {
  readonly firstAt: Instant;
}

/** Lives by portfolio; one that never ran a bot over a full hour is missing. */
export async function equityLives(
  tx: Tx,
  ownerId: string,
  portfolioIds: readonly string[],
): Promise<ReadonlyMap<string, EquityLife>> {
  if (portfolioIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('equitySpans')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('portfolioId', 'in', portfolioIds)
    .where('span', '=', 'life')
    .execute();
  return new Map(rows.map((row) => [row.portfolioId, { firstAt: instantOf(row.beginAt.getTime()), ...readSpan(row) }]));
}

/** The whole UTC days of a period, each (00:00, 24:00], oldest first; days without an hour are left out. */
export async function equityDays(
  tx: Tx,
  ownerId: string,
  { portfolioId, period }: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly EquitySpan[]> {
  const { whole } = cutPeriod(period, DAY_MS);
  const rows = await tx
    .selectFrom('equitySpans')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('portfolioId', '=', portfolioId)
    .where('span', '=', 'day')
    .where('beginAt', '>=', new Date(whole.from))
    .where('beginAt', '<', new Date(whole.to))
    .orderBy('beginAt')
    .execute();
  return rows.map(readSpan);
}

/** A stored span as exact integers. */
export function readSpan(row: Selectable<EquitySpansTable>): EquitySpan {
  return {
    high: cashFrom(row.high),
    low: cashFrom(row.low),
    lowAt: instantOf(row.lowAt.getTime()),
    lastAt: instantOf(row.lastAt.getTime()),
    last: cashFrom(row.last),
    falls: row.falls.map(({ peak, trough, at }) => ({
      peak: cashFrom(peak),
      trough: cashFrom(trough),
      at: instantOf(at),
    })),
  };
}

/**
 * Open result of a bot at the last full market hour up to a time, exact decimal text; null before its first. In the hour in
 * which it leaves a portfolio it has two, and holds nothing in the one that it left.
 */
export async function openHourBy(
  tx: Tx,
  ownerId: string,
  { botId, at }: { readonly botId: string; readonly at: Instant },
): Promise<string | null> {
  const { rows } = await sql<{ unrealized: string }>`
    select unrealized::numeric(38,8)::text as unrealized
      from (select portfolio_id from bots where owner_id = ${ownerId} and bot_id = ${botId}
            union select portfolio_id from bot_totals where owner_id = ${ownerId} and bot_id = ${botId}) as places
     cross join lateral (
       select ts, unrealized from bot_hours
        where bot_hours.bot_id = ${botId} and bot_hours.portfolio_id = places.portfolio_id and ts <= ${new Date(at)}
        order by ts desc limit 1) as latest
     order by ts desc, abs(unrealized) desc limit 1`.execute(tx);
  return rows[0]?.unrealized ?? null;
}
