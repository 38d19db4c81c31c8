import type { Selectable } from 'kysely';
import type { Tx } from './database/database.ts';
import type { TradesTable } from './database/schema.ts';

/** A fill's row; money as exact decimal text. */
export type TradeRow = Selectable<TradesTable>;

/** The fills of a cycle or of one order, oldest first. */
export function listTrades(
  tx: Tx,
  ownerId: string,
  of: { readonly cycleId: string } | { readonly orderId: string },
): Promise<TradeRow[]> {
  const query = tx.selectFrom('trades').selectAll().where('ownerId', '=', ownerId);
  const scoped = 'cycleId' in of ? query.where('cycleId', '=', of.cycleId) : query.where('orderId', '=', of.orderId);
  return scoped.orderBy('ts').orderBy('seq').execute();
}
