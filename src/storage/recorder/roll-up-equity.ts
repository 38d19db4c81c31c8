import { sql } from 'kysely';
import { cashFrom, cashText } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later, startOf } from '#base/time.ts';
import type { Tx } from '../database/database.ts';
import { insertRows, type NewRow } from '../database/rows/insert-rows.ts';
import { readSpan } from '../equity.ts';
import { type EquitySpan, extendSpan } from '../equity-span.ts';

/** What all bots of a portfolio have gained together at a full market hour. */
interface PortfolioHour {
  readonly portfolioId: string;
  readonly ownerId: string;
  readonly at: Instant;
  readonly gained: Cash;
}

/**
 * Adds hours of bots, stored before in the same transaction, to the hours of their portfolios and to what is known of a
 * day and of the whole life. An hour that is given again changes nothing.
 */
export async function rollUpEquity(tx: Tx, hours: readonly Pick<NewRow<'botHours'>, HourKey>[]): Promise<void> {
  const places = new Map(hours.map((hour) => [`${hour.portfolioId} ${hour.ts.getTime()}`, hour]));
  if (places.size === 0) return;
  const added = await storeHours(tx, [...places.values()]);
  const first = added[0];
  if (first === undefined) return;
  const stored = await spansSince(tx, [...new Set(added.map(({ portfolioId }) => portfolioId))], dayOf(first.at));
  const rows = extended(stored, added).map(spanRow);
  await insertRows(tx, 'equitySpans', { rows, key: ['portfolioId', 'span', 'beginAt'], onConflict: 'replace' });
}

type HourKey = 'ownerId' | 'portfolioId' | 'ts';

/**
 * A bot counts with its last hour in the portfolio up to then, so one that was deleted or has left keeps what it earned
 * there. Oldest first.
 */
async function storeHours(
  tx: Tx,
  hours: readonly { readonly ownerId: string; readonly portfolioId: string; readonly ts: Date }[],
): Promise<readonly PortfolioHour[]> {
  const { rows } = await sql<{ portfolioId: string; ownerId: string; ts: Date; gained: string }>`
    insert into portfolio_hours (portfolio_id, owner_id, ts, gained)
    select given.portfolio_id, given.owner_id, given.ts, sum(latest.gained)
      from unnest(${hours.map(({ portfolioId }) => portfolioId)}::text[], ${hours.map(({ ownerId }) => ownerId)}::text[],
                  ${hours.map(({ ts }) => ts.toISOString())}::timestamptz[]) as given (portfolio_id, owner_id, ts)
     cross join lateral (
       select bot_id from bots where bots.portfolio_id = given.portfolio_id
       union select bot_id from bot_totals where bot_totals.portfolio_id = given.portfolio_id) as own
     cross join lateral (
       select realized + unrealized as gained from bot_hours
        where bot_hours.bot_id = own.bot_id and bot_hours.portfolio_id = given.portfolio_id and bot_hours.ts <= given.ts
        order by bot_hours.ts desc limit 1) as latest
     group by given.portfolio_id, given.owner_id, given.ts
    on conflict (portfolio_id, ts) do update set gained = excluded.gained
    returning portfolio_id, owner_id, ts, gained::numeric(38,8)::text as gained`.execute(tx);
  return rows
    .map(({ ts, gained, ...place }) => ({ ...place, at: instantOf(ts.getTime()), gained: cashFrom(gained) }))
    .sort((a, b) => a.at - b.at);
}

interface StoredSpan {
  readonly portfolioId: string;
  readonly ownerId: string;
  readonly span: 'day' | 'life';
  readonly beginAt: Instant;
  readonly extremes: EquitySpan;
}

/** The life of each portfolio, and its days from one on. */
async function spansSince(tx: Tx, portfolioIds: readonly string[], day: Instant): Promise<readonly StoredSpan[]> {
  const rows = await tx
    .selectFrom('equitySpans')
    .selectAll()
    .where('portfolioId', 'in', portfolioIds)
    .where((build) => build.or([build('span', '=', 'life'), build('beginAt', '>=', new Date(day))]))
    .execute();
  return rows.map((row) => {
    const { portfolioId, ownerId, span, beginAt } = row;
    return { portfolioId, ownerId, span, beginAt: instantOf(beginAt.getTime()), extremes: readSpan(row) };
  });
}

/** The spans that the hours, oldest first, lie in: a day holds the hours after its first midnight up to and with its last. */
function extended(stored: readonly StoredSpan[], hours: readonly PortfolioHour[]): readonly StoredSpan[] {
  const days = new Map<string, StoredSpan>();
  const lives = new Map<string, StoredSpan>();
  for (const span of stored) {
    if (span.span === 'life') lives.set(span.portfolioId, span);
    else days.set(dayKey(span.portfolioId, span.beginAt), span);
  }
  for (const { portfolioId, ownerId, at, gained } of hours) {
    const day = dayOf(at);
    const key = dayKey(portfolioId, day);
    const place = { portfolioId, ownerId };
    const [ofDay, ofLife] = [days.get(key), lives.get(portfolioId)];
    days.set(key, {
      ...place,
      span: 'day',
      beginAt: day,
      extremes: extendSpan(ofDay?.extremes ?? null, at, gained),
    });
    lives.set(portfolioId, {
      ...place,
      span: 'life',
      beginAt: ofLife?.beginAt ?? at,
      extremes: extendSpan(ofLife?.extremes ?? null, at, gained),
    });
  }
  return [...days.values(), ...lives.values()];
}

function dayOf(hour: Instant): Instant {
  return startOf(later(hour, -1), DAY_MS);
}

function dayKey(portfolioId: string, day: Instant): string {
  return `${day} ${portfolioId}`;
}

function spanRow({ portfolioId, ownerId, span, beginAt, extremes }: StoredSpan): NewRow<'equitySpans'> {
  const { high, low, lowAt, lastAt, last, falls } = extremes;
  return {
    portfolioId,
    ownerId,
    span,
    beginAt: new Date(beginAt),
    lastAt: new Date(lastAt),
    last: cashText(last),
    high: cashText(high),
    low: cashText(low),
    lowAt: new Date(lowAt),
    falls: falls.map(({ peak, trough, at }) => ({ peak: cashText(peak), trough: cashText(trough), at })),
  };
}
