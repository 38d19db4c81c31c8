import type { Selectable } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from './database/database.ts';
import type { OrdersTable } from './database/schema.ts';

/** An order's row; prices and quantities as exact decimal text. */
export type OrderRow = Selectable<OrdersTable>;

/** The orders of a cycle in the order they were placed. */
export function listOrders(tx: Tx, ownerId: string, cycleId: string): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('cycleId', '=', cycleId)
    .orderBy('number')
    .execute();
}

/** One of the owner's orders; undefined when there is none or its bot is of another kind. */
export function findOrder(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly orderId: string },
): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .innerJoin('bots', 'bots.botId', 'orders.botId')
    .selectAll('orders')
    .where('orders.ownerId', '=', ownerId)
    .where('bots.ownerId', '=', ownerId)
    .where('bots.kind', '=', wanted.kind)
    .where('orders.orderId', '=', wanted.orderId)
    .executeTakeFirst();
}
