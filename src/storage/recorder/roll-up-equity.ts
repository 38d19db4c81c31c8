import { sql } from 'kysely';
import { cashFrom, cashText } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later, SECOND_MS, startOf } from '#base/time.ts';
import type { Tx } from '../database/database.ts';
import { insertRows, type NewRow } from '../database/rows/insert-rows.ts';
import { monthBegin } from '../period.ts';
import { readSpan } from '../roll-ups/equity.ts';
import { type EquitySpan, extendSpan } from '../roll-ups/equity-span.ts';

/** What all bots of a portfolio have gained together at a full market hour. */
interface PortfolioHour {
  readonly portfolioId: string;
  readonly ownerId: string;
  readonly at: Instant;
  readonly gained: Cash;
}

/**
 * Adds hours of bots, stored before in the same transaction, to the hours of their portfolios and to what is known of a
 * day, of a month and of the whole life. An hour that is given again changes nothing.
 */
export async function rollUpEquity(tx: Tx, hours: readonly Pick<NewRow<'botHours'>, HourKey>[]): Promise<void> {
  const places = new Map(hours.map((hour) => [`${hour.portfolioId} ${hour.ts.getTime()}`, hour]));
  if (places.size === 0) return;
  const added = await storeHours(tx, [...places.values()]);
  const first = added[0];
  if (first === undefined) return;
  const stored = await spansSince(tx, [...new Set(added.map(({ portfolioId }) => portfolioId))], first.at);
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
  readonly span: Span;
  readonly beginAt: Instant;
  readonly extremes: EquitySpan;
  /** Of a month: a line per day (see the schema). */
  readonly days: string | null;
}

const SPANS = ['day', 'month', 'life'] as const;
type Span = (typeof SPANS)[number];

/** The life of each portfolio, and its days and months from those of an hour on. */
async function spansSince(tx: Tx, portfolioIds: readonly string[], hour: Instant): Promise<readonly StoredSpan[]> {
  const rows = await tx
    .selectFrom('equitySpans')
    .selectAll()
    .where('portfolioId', 'in', portfolioIds)
    .where((build) =>
      build.or([
        build('span', '=', 'life'),
        ...(['day', 'month'] as const).map((span) =>
          build.and([build('span', '=', span), build('beginAt', '>=', new Date(BEGIN_OF[span](hour)))]),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => {
    const { portfolioId, ownerId, span, beginAt, days } = row;
    return { portfolioId, ownerId, span, beginAt: instantOf(beginAt.getTime()), extremes: readSpan(row), days };
  });
}

/** The spans that the hours, oldest first, lie in: a day or month holds the hours after its first midnight up to and with its last. */
function extended(stored: readonly StoredSpan[], hours: readonly PortfolioHour[]): readonly StoredSpan[] {
  const spans = new Map(stored.map((span) => [keyOf(span), span]));
  for (const { portfolioId, ownerId, at, gained } of hours) {
    for (const span of SPANS) {
      const place = { portfolioId, ownerId, span, beginAt: span === 'life' ? at : BEGIN_OF[span](at) };
      const before = spans.get(keyOf(place));
      const extremes = extendSpan(before?.extremes ?? null, at, gained);
      if (extremes === before?.extremes) continue; // It has the hour.
      const days = span === 'month' ? withClosing(before, { at, gained }) : null;
      spans.set(keyOf(place), { ...place, beginAt: before?.beginAt ?? place.beginAt, extremes, days });
    }
  }
  return [...spans.values()];
}

/** The midnight that a day, or the first day of a month, begins at: an hour at midnight is the last one of the day before. */
const BEGIN_OF = {
  day: (hour: Instant): Instant => startOf(later(hour, -1), DAY_MS),
  month: (hour: Instant): Instant => monthBegin(later(hour, -1)),
} as const;

/** A portfolio has one life, whenever it began. */
function keyOf({ portfolioId, span, beginAt }: Pick<StoredSpan, 'portfolioId' | 'span' | 'beginAt'>): string {
  return `${span} ${span === 'life' ? '' : beginAt} ${portfolioId}`;
}

/** The lines of a month's days with an hour after them all: it closes the last day anew, or a day of its own. */
function withClosing(month: StoredSpan | undefined, { at, gained }: Pick<PortfolioHour, 'at' | 'gained'>): string {
  const lines = month?.days?.split('\n') ?? [];
  if (month !== undefined && BEGIN_OF.day(month.extremes.lastAt) === BEGIN_OF.day(at)) lines.pop();
  return [...lines, `${at / SECOND_MS} ${cashText(gained)}`].join('\n');
}

function spanRow({ portfolioId, ownerId, span, beginAt, extremes, days }: StoredSpan): NewRow<'equitySpans'> {
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
    days,
  };
}
