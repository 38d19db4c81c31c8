import type { Selectable } from 'kysely';
import { EXCLUDED_CATEGORY } from './assets/default-categories.ts';
import type { Database, Tx } from './database/database.ts';
import type { AssetNotesTable } from './database/user-tables.ts';

/** What a user keeps on one asset. */
export type AssetNote = Selectable<AssetNotesTable>;

/** The owner's note on an asset; undefined when there is none. */
export function findAssetNote(tx: Tx, ownerId: string, symbol: string): Promise<AssetNote | undefined> {
  return tx
    .selectFrom('assetNotes')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('symbol', '=', symbol)
    .executeTakeFirst();
}

/** The symbols that each user has excluded from new cycles, by owner. */
export async function loadExcludedSymbols({ db }: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('assetNotes')
    .select(['ownerId', 'symbol'])
    .where('tradeCategoryId', '=', EXCLUDED_CATEGORY)
    .execute();
  const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId);
  return new Map([...byOwner].map(([ownerId, notes]) => [ownerId, notes.map(({ symbol }) => symbol)]));
}

/** The owner's notes on assets, by symbol; an asset without a note is left out. */
export async function listAssetNotes(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, AssetNote>> {
  const rows = await tx.selectFrom('assetNotes').selectAll().where('ownerId', '=', ownerId).execute();
  return new Map(rows.map((row) => [row.symbol, row]));
}
