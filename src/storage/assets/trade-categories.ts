import type { Selectable } from 'kysely';
import type { Tx } from '../database/database.ts';
import { holdRows } from '../database/rows/hold-rows.ts';
import { insertRows } from '../database/rows/insert-rows.ts';
import type { TradeCategoriesTable } from '../database/user-tables.ts';
import { defaultCategories } from './default-categories.ts';

export type TradeCategoryRow = Selectable<TradeCategoriesTable>;

/** The owner's trade categories in their order; the default ones before the first change. */
export async function listTradeCategories(tx: Tx, ownerId: string): Promise<readonly TradeCategoryRow[]> {
  const rows = await tx
    .selectFrom('tradeCategories')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('position')
    .orderBy('tradeCategoryId')
    .execute();
  return rows.length === 0 ? defaultRows(ownerId) : rows;
}

/** The same, stored; nobody else changes them until the transaction ends. */
export async function holdTradeCategories(tx: Tx, ownerId: string): Promise<readonly TradeCategoryRow[]> {
  await holdRows(tx, 'tradeCategories', ownerId);
  const rows = await listTradeCategories(tx, ownerId);
  await insertRows(tx, 'tradeCategories', { rows, key: ['ownerId', 'tradeCategoryId'], onConflict: 'keep' });
  return rows;
}

function defaultRows(ownerId: string): readonly TradeCategoryRow[] {
  return defaultCategories.map(({ id, name, colour }, index) => ({
    ownerId,
    tradeCategoryId: id,
    name,
    colour,
    position: index + 1,
  }));
}

export async function insertTradeCategory(tx: Tx, row: TradeCategoryRow): Promise<void> {
  await tx.insertInto('tradeCategories').values(row).execute();
}

/** Changes a category that is stored. */
export async function updateTradeCategory(
  tx: Tx,
  { ownerId, tradeCategoryId }: Pick<TradeCategoryRow, 'ownerId' | 'tradeCategoryId'>,
  changed: Partial<Pick<TradeCategoryRow, 'name' | 'colour' | 'position'>>,
): Promise<void> {
  await tx
    .updateTable('tradeCategories')
    .set(changed)
    .where('ownerId', '=', ownerId)
    .where('tradeCategoryId', '=', tradeCategoryId)
    .execute();
}

/** Deletes a category and takes it from the assets that are in it. */
export async function deleteTradeCategoryRow(
  tx: Tx,
  { ownerId, tradeCategoryId }: Pick<TradeCategoryRow, 'ownerId' | 'tradeCategoryId'>,
): Promise<void> {
  await tx
    .updateTable('assetNotes')
    .set({ tradeCategoryId: null })
    .where('ownerId', '=', ownerId)
    .where('tradeCategoryId', '=', tradeCategoryId)
    .execute();
  await tx
    .deleteFrom('tradeCategories')
    .where('ownerId', '=', ownerId)
    .where('tradeCategoryId', '=', tradeCategoryId)
    .execute();
}
