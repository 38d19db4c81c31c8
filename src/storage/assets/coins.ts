import { type Selectable, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { insertRows, type NewRow } from '../database/rows/insert-rows.ts';
import type { CoinQuotesTable, StoredQuote } from './coin-tables.ts';

/** Stores what was told of coins; told again on the same day, the newer figures count. */
export async function storeCoinQuotes({ db }: Database, rows: readonly NewRow<'coinQuotes'>[]): Promise<void> {
  await db
    .transaction()
    .execute((tx) => insertRows(tx, 'coinQuotes', { rows, key: ['coinId', 'day'], onConflict: 'replace' }));
}

export async function storeCoinDescriptions(
  { db }: Database,
  rows: readonly NewRow<'coinDescriptions'>[],
): Promise<void> {
  await db
    .transaction()
    .execute((tx) => insertRows(tx, 'coinDescriptions', { rows, key: ['coinId'], onConflict: 'replace' }));
}

/** The coins of which a day's figures are stored. */
export async function coinsQuotedOn({ db }: Database, day: string): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('coinQuotes').select('coinId').where('day', '=', day).execute();
  return new Set(rows.map(({ coinId }) => coinId));
}

/** The coins whose description was read since then. */
export async function coinsDescribedSince({ db }: Database, since: Date): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('coinDescriptions').select('coinId').where('readAt', '>=', since).execute();
  return new Set(rows.map(({ coinId }) => coinId));
}

/** The newest figures of a coin; undefined before the first. */
export function latestCoinQuote(
  { db }: Database,
  coinId: number,
): Promise<Pick<Selectable<CoinQuotesTable>, 'quote' | 'takenAt'> | undefined> {
  return db
    .selectFrom('coinQuotes')
    .select(['quote', 'takenAt'])
    .where('coinId', '=', coinId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest figures of each of these coins of which any are stored, by id. */
export async function latestCoinQuotes(
  { db }: Database,
  coinIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<Selectable<CoinQuotesTable>, 'quote' | 'takenAt'>>> {
  if (coinIds.length === 0) return new Map();
  const { rows } = await sql<{ coinId: number; quote: StoredQuote; takenAt: Date }>`
    select coin_id, quote, taken_at from unnest(${[...coinIds]}::integer[]) as wanted (id) cross join lateral (
      select coin_id, quote, taken_at from coin_quotes where coin_id = wanted.id order by day desc limit 1
    ) as newest`.execute(db);
  return new Map(rows.map(({ coinId, ...newest }) => [coinId, newest]));
}

/** What a coin is; undefined while nobody has told. */
export async function coinDescription({ db }: Database, coinId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('coinDescriptions')
    .select('description')
    .where('coinId', '=', coinId)
    .executeTakeFirst();
  return row?.description;
}
