import { sql } from 'kysely';
import { HOUR_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { Database } from '../database/database.ts';
import { insertRows } from '../database/rows/insert-rows.ts';

/** What was held open of a contract at an instant; decimal texts. */
export interface OpenInterestRow {
  readonly symbol: string;
  readonly at: Instant;
  /** In coins. */
  readonly coins: string;
  /** What a coin cost then, USDT. */
  readonly price: string;
}

/** A day before may lie so far from the hour that was asked about. */
const NEAR_MS = 2 * HOUR_MS;

/** Adds what was told; an instant that is stored already keeps its row. */
export async function saveOpenInterest({ db }: Database, rows: readonly OpenInterestRow[]): Promise<void> {
  await db.transaction().execute((tx) =>
    insertRows(tx, 'openInterest', {
      rows: rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) })),
      key: ['symbol', 'at'],
      onConflict: 'keep',
    }),
  );
}

/** Deletes the oldest rows from before an instant, at most `limit` of them. @returns how many there were */
export async function deleteOldInterest(
  { db }: Database,
  { before, limit }: { readonly before: Instant; readonly limit: number },
): Promise<number> {
  const old = db
    .selectFrom('openInterest')
    .select(['symbol', 'at'])
    .where('at', '<', new Date(before))
    .orderBy('at')
    .limit(limit);
  const gone = await db
    .with('old', () => old)
    .deleteFrom('openInterest')
    .using('old')
    .whereRef('openInterest.symbol', '=', 'old.symbol')
    .whereRef('openInterest.at', '=', 'old.at')
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** When the newest row of each symbol is from, of those since an instant. */
export async function lastOpenInterest({ db }: Database, since: Instant): Promise<ReadonlyMap<string, Instant>> {
  const rows = await db
    .selectFrom('openInterest')
    .select(['symbol', ({ fn }) => fn.max('at').as('at')])
    .where('at', '>=', new Date(since))
    .groupBy('symbol')
    .execute();
  return new Map(rows.map(({ symbol, at }) => [symbol, instantOf(at.getTime())]));
}

/** Coins held open about an instant, by symbol: the row nearest to it, at most two hours away. */
export async function openInterestAbout({ db }: Database, at: Instant): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('openInterest')
    .distinctOn('symbol')
    .select(['symbol', 'coins'])
    .where('at', '>=', new Date(later(at, -NEAR_MS)))
    .where('at', '<=', new Date(later(at, NEAR_MS)))
    .orderBy('symbol')
    .orderBy(sql`abs(extract(epoch from at - ${new Date(at).toISOString()}::timestamptz))`)
    .execute();
  return new Map(rows.map(({ symbol, coins }) => [symbol, Number(coins)]));
}

/** Open interest of a contract at an instant, and what it was worth; decimal texts. */
export interface ValuedInterest extends OpenInterestRow {
  /** USDT. */
  readonly notional: string;
}

/** The newest that was stored of a contract before an instant, newest first. @param before - null: no bound */
export async function openInterestPage(
  { db }: Database,
  { symbol, before, limit }: { readonly symbol: string; readonly before: Instant | null; readonly limit: number },
): Promise<readonly ValuedInterest[]> {
  const all = db
    .selectFrom('openInterest')
    .selectAll()
    .select(sql<string>`coins * price`.as('notional'))
    .where('symbol', '=', symbol);
  const older = before === null ? all : all.where('at', '<', new Date(before));
  const rows = await older.orderBy('at', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, at: instantOf(row.at.getTime()) }));
}
