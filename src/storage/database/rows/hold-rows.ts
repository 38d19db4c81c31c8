import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** First halves of the keys of the locks; the other half is the owner. */
const LOCKS = { portfolios: 7_269_411, strategies: 7_269_412, tests: 7_269_413, tradeCategories: 7_269_414 } as const;

/**
 * Until the transaction ends, nobody else who holds such rows of this owner goes on: what is read after this, such as that a
 * name is free or how many there are, still holds when the transaction writes.
 */
export async function holdRows(tx: Tx, rows: keyof typeof LOCKS, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[rows]}, hashtext(${ownerId}))`.execute(tx);
}
