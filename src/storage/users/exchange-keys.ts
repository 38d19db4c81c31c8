import type { Selectable, Updateable } from 'kysely';
import type { Environment } from '#base/environment.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import type { ExchangeKeysTable } from '../database/user-tables.ts';

/** A row as the engine reads it, with the sealed bytes. */
export type ExchangeKeyRow = Selectable<ExchangeKeysTable>;
/** A key as a request may read it: everything but the sealed bytes. */
export type ExchangeKeyFacts = Omit<ExchangeKeyRow, 'sealed'>;

/** Whose key in which environment. */
export interface KeyAddress {
  readonly ownerId: string;
  readonly environment: Environment;
}

const FACTS = [
  'ownerId',
  'environment',
  'version',
  'lastFour',
  'removedBy',
  'checkOutcome',
  'canRead',
  'canTrade',
  'canWithdraw',
  'isIpRestricted',
  'checkedAt',
  'acknowledgedVersion',
  'readOutcome',
  'readCode',
  'readAt',
  'readAuthTime',
  'documentUpdatedAt',
  'changedAt',
] as const;

/** What is known of a key; undefined where nothing was ever read or added. */
export function findExchangeKeyFacts(tx: Tx, address: KeyAddress): Promise<ExchangeKeyFacts | undefined> {
  return tx
    .selectFrom('exchangeKeys')
    .select(FACTS)
    .where('ownerId', '=', address.ownerId)
    .where('environment', '=', address.environment)
    .executeTakeFirst();
}

/** The row with the sealed bytes, for the engine's side; undefined where nothing was ever read or added. */
export function findExchangeKey(engine: Database, address: KeyAddress): Promise<ExchangeKeyRow | undefined> {
  return engine.db
    .selectFrom('exchangeKeys')
    .selectAll()
    .where('ownerId', '=', address.ownerId)
    .where('environment', '=', address.environment)
    .executeTakeFirst();
}

/** Creates the row of a user who has none yet, without a key. */
export async function ensureExchangeKey(db: Db | Tx, address: KeyAddress, at: Date): Promise<void> {
  await db
    .insertInto('exchangeKeys')
    .values({ ...address, version: 0, changedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Changes a row that still holds the version it was read at.
 * @param expectedVersion - as it was read; null accepts any
 * @returns false when another key came first
 */
export async function changeExchangeKey(
  db: Db | Tx,
  address: KeyAddress & { readonly expectedVersion: number | null },
  change: Updateable<ExchangeKeysTable>,
): Promise<boolean> {
  let query = db
    .updateTable('exchangeKeys')
    .set(change)
    .where('ownerId', '=', address.ownerId)
    .where('environment', '=', address.environment);
  if (address.expectedVersion !== null) query = query.where('version', '=', address.expectedVersion);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keys of one environment that were last checked before a time, or never; the longest-waiting first. */
export function listKeysToCheck(
  engine: Database,
  wanted: { readonly environment: Environment; readonly before: Date; readonly limit: number },
): Promise<{ ownerId: string }[]> {
  return engine.db
    .selectFrom('exchangeKeys')
    .select('ownerId')
    .where('environment', '=', wanted.environment)
    .where('sealed', 'is not', null)
    .where((build) => build.or([build('checkedAt', 'is', null), build('checkedAt', '<', wanted.before)]))
    .orderBy((build) => build.fn.coalesce('checkedAt', build.val(new Date(0))))
    .limit(wanted.limit)
    .execute();
}
