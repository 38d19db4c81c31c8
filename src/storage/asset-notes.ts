import type { Selectable } from 'kysely';
import type { Tx } from './database/database.ts';
import type { AssetNotesTable } from './database/user-tables.ts';

/** What a user keeps on one asset. */
export type AssetNote = Selectable<AssetNotesTable>;

/** The owner's notes on assets, by symbol; an asset without a note is left out. */
export async function listAssetNotes(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, AssetNote>> {
  const rows = await tx.selectFrom('assetNotes').selectAll().where('ownerId', '=', ownerId).execute();
  return new Map(rows.map((row) => [row.symbol, row]));
}
