import { type RawBuilder, type Selectable, sql } from 'kysely';
import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import { isoText } from '#base/iso-text.ts';
import { DAY_MS, type Instant, instantOf, SECOND_MS } from '#base/time.ts';
import type { Tx } from '../database/database.ts';
import { packedLine, packedRows, secondsOf, unpacked } from '../database/rows/packed-rows.ts';
import { cutMonths, cutPeriod, type Period } from '../period.ts';
import type { EquitySpan } from './equity-span.ts';
import type { EquitySpansTable } from './roll-up-tables.ts';

/** What the bots of a portfolio have gained by a market hour: equity without what was paid in. */
export interface EquityHour {
  readonly at: Instant;
  readonly gained: Cash;
}

/** The hours of a portfolio in a period, oldest first: at most some two thousand of a period of three months. */
export async function equityHours(
  tx: Tx,
  ownerId: string,
  { portfolioId, period }: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly EquityHour[]> {
  const hours = {
    columns: [secondsOf(sql`ts`), sql`gained`],
    from: sql`
      from portfolio_hours
     where owner_id = ${ownerId} and portfolio_id = ${portfolioId}
       and ts >= ${new Date(period.from)} and ts < ${new Date(period.to)}`,
    orderBy: sql`ts`,
  };
  return packedRows(tx, hours, equityHour);
}

function equityHour([seconds, gained = '']: readonly string[]): EquityHour {
  return { at: instantOf(Number(seconds) * SECOND_MS), gained: cashFrom(gained) };
}

/** Times at which the equity of a portfolio is asked for. */
export interface AskedEquity {
  readonly portfolioId: string;
  /** Oldest first; between the first and the last, full hours or midnights. */
  readonly times: readonly Instant[];
}

/**
 * What portfolios had gained at each of their times, from one statement; times before the first hour of a portfolio are left out.
 * Where the times between the first and the last are midnights, stored months and days are read instead of hours.
 * @param asked - each portfolio once
 */
export async function equityCurves(
  tx: Tx,
  ownerId: string,
  asked: readonly AskedEquity[],
): Promise<ReadonlyMap<string, ReadonlyMap<Instant, Cash>>> {
  const spans = asked.flatMap(({ portfolioId, times }) => {
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ portfolioId, times, first, last, months: cutMonths({ from: first, to: last }).whole }];
  });
  if (spans.length === 0) return new Map();
  const between = asked.every(({ times }) => times.slice(1, -1).every(isMidnight)) ? closingHours : hoursBetween;
  // As values: the plan for arrays, of whatever length, costs more than what it reads, and is made for each reading anew.
  const each = spans.map(({ portfolioId, first, last, months }, place) => {
    const times = [first, last, months.from, months.to].map((time) => sql`${isoText(time)}::timestamptz`);
    return sql`(${place}::integer, ${portfolioId}::text, ${sql.join(times)})`;
  });
  const { rows } = await sql<{ place: number; packed: string }>`
    select place, string_agg(packed, chr(10)) as packed
      from (values ${sql.join(each)}) as asked (place, id, first, last, months_from, months_to)
     cross join lateral (
       ${hourBy(ownerId, sql`asked.first`)} union all ${hourBy(ownerId, sql`asked.last`)} union all ${between(ownerId)}) as hours
     group by place`.execute(tx);
  const packed = new Map(rows.map((row) => [row.place, row.packed]));
  return new Map(
    spans.map(({ portfolioId, times }, place) => {
      const hours = unpacked(packed.get(place) ?? '', HOUR_VALUES, equityHour);
      const inOrder = hours.toSorted((one, other) => one.at - other.at);
      return [portfolioId, heldAt(times, inOrder)];
    }),
  );
}

const isMidnight = (time: Instant): boolean => time % DAY_MS === 0;

const HOUR_VALUES = 2;

/** Where an hour and what had been gained by then stand in a row, a line as `equityHour` reads it. */
const packedHour = (at: RawBuilder<unknown>, gained: RawBuilder<unknown>) =>
  sql`${packedLine([secondsOf(at), gained])} as packed`;

const HOUR = packedHour(sql`ts`, sql`gained`);

/** The last hour up to a time. */
function hourBy(ownerId: string, time: RawBuilder<unknown>) {
  return sql`
    (select ${HOUR} from portfolio_hours
      where owner_id = ${ownerId} and portfolio_id = asked.id and ts <= ${time} order by ts desc limit 1)`;
}

function hoursBetween(ownerId: string) {
  return sql`
    select ${HOUR} from portfolio_hours
     where owner_id = ${ownerId} and portfolio_id = asked.id and ts > asked.first and ts < asked.last`;
}

/**
 * The last hour of each UTC day, (00:00, 24:00]: of whole months as they are stored, of days before and after them one by
 * one. A day that began before the first time may end after it.
 */
function closingHours(ownerId: string) {
  const spans = sql`from equity_spans where owner_id = ${ownerId} and portfolio_id = asked.id`;
  const day = sql`
    select ${packedHour(sql`last_at`, sql`last`)} ${spans} and span = 'day' and last_at > asked.first and last_at < asked.last`;
  return sql`
    select days ${spans} and span = 'month' and begin_at >= asked.months_from and begin_at < asked.months_to
    union all ${day} and begin_at > asked.first - interval '24 hours' and begin_at < asked.months_from
    union all ${day} and begin_at >= asked.months_to and begin_at < asked.last`;
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

/**
 * The whole UTC days of a period, each (00:00, 24:00], oldest first: whole months as one span each, those before and after
 * them one by one. Months and days without an hour are left out.
 */
export async function equitySpans(
  tx: Tx,
  ownerId: string,
  { portfolioId, period }: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly EquitySpan[]> {
  const { whole, rest } = cutMonths(cutPeriod(period, DAY_MS).whole);
  const lengths = [
    { span: 'month' as const, within: whole },
    ...rest.map((within) => ({ span: 'day' as const, within })),
  ];
  const rows = await tx
    .selectFrom('equitySpans')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('portfolioId', '=', portfolioId)
    .where((build) =>
      build.or(
        lengths.map(({ span, within }) =>
          build.and([
            build('span', '=', span),
            build('beginAt', '>=', new Date(within.from)),
            build('beginAt', '<', new Date(within.to)),
          ]),
        ),
      ),
    )
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
