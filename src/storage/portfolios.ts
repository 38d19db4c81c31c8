import type { Insertable, Selectable, Updateable } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from './database/database.ts';
import type { DeletedPortfoliosTable, PortfoliosTable } from './database/schema.ts';

/** A portfolio's row; the wallet as exact decimal text, in USDT. */
export type PortfolioRow = Selectable<PortfoliosTable>;
export type NewPortfolio = Insertable<PortfoliosTable>;
export type DeletedPortfolioRow = Selectable<DeletedPortfoliosTable>;

/** The owner's portfolios of one kind, or of all, oldest first; of one moment, by name. */
export function listPortfolios(tx: Tx, ownerId: string, kind: BotKind | null): Promise<PortfolioRow[]> {
  let query = tx.selectFrom('portfolios').selectAll().where('ownerId', '=', ownerId);
  if (kind !== null) query = query.where('kind', '=', kind);
  return query.orderBy('createdAt').orderBy('name').execute();
}

/** How many deleted portfolios count in the totals of their owner. */
const DELETED_MAX = 100;

/** The portfolios that the owner deleted last, the latest first. */
export function listDeletedPortfolios(tx: Tx, ownerId: string): Promise<DeletedPortfolioRow[]> {
  return tx
    .selectFrom('deletedPortfolios')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('deletedAt', 'desc')
    .orderBy('portfolioId')
    .limit(DELETED_MAX)
    .execute();
}

/** One of the owner's portfolios; undefined when there is none. */
export function findPortfolio(tx: Tx, ownerId: string, portfolioId: string): Promise<PortfolioRow | undefined> {
  return tx
    .selectFrom('portfolios')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirst();
}

/** The owner's portfolio of exactly this name; names are unique over all kinds. */
export function findPortfolioByName(tx: Tx, ownerId: string, name: string): Promise<PortfolioRow | undefined> {
  return tx
    .selectFrom('portfolios')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** How many portfolios the owner has. */
export async function countPortfolios(tx: Tx, ownerId: string): Promise<number> {
  const { portfolios } = await tx
    .selectFrom('portfolios')
    .select(({ fn }) => fn.countAll<string>().as('portfolios'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(portfolios);
}

/** @returns false when the owner already has a portfolio of this name (or id) */
export async function insertPortfolio(tx: Tx, row: NewPortfolio): Promise<boolean> {
  const inserted = await tx
    .insertInto('portfolios')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('portfolioId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Changes what a user may change directly. Only the engine writes balance, limit and execution. */
export async function updatePortfolio(
  tx: Tx,
  key: { readonly ownerId: string; readonly portfolioId: string },
  change: Pick<Updateable<PortfoliosTable>, 'name' | 'comment'>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('portfolios')
    .set(change)
    .where('ownerId', '=', key.ownerId)
    .where('portfolioId', '=', key.portfolioId)
    .execute();
}
