import type { Selectable } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { OrdersTable } from '../database/schema.ts';
import type { ManualDealsTable } from './deal-tables.ts';

type Ordered = Pick<
  Selectable<OrdersTable>,
  'atomId' | 'number' | 'qty' | 'filledQty' | 'avgPrice' | 'state' | 'doneAt'
>;

/** A deal with the present state of its order. `cycleSeq` and `number` name the order within its atom. */
export type ManualDealRow = Selectable<ManualDealsTable> & Ordered & { readonly cycleSeq: number };

function deals(tx: Tx, ownerId: string) {
  return tx
    .selectFrom('manualDeals')
    .innerJoin('orders', 'orders.orderId', 'manualDeals.orderId')
    .innerJoin('cycles', 'cycles.cycleId', 'manualDeals.cycleId')
    .selectAll('manualDeals')
    .select(['orders.atomId', 'orders.number', 'orders.qty', 'orders.filledQty', 'orders.avgPrice'])
    .select(['orders.state', 'orders.doneAt', 'cycles.seq as cycleSeq'])
    .where('manualDeals.ownerId', '=', ownerId);
}

/** One of the owner's deals; undefined when there is none. */
export function findManualDeal(tx: Tx, ownerId: string, manualDealId: string): Promise<ManualDealRow | undefined> {
  return deals(tx, ownerId).where('manualDeals.manualDealId', '=', manualDealId).executeTakeFirst();
}

/**
 * The deals of a bot, newest first.
 * @param wanted - `cycleId`: only those of this cycle; `before`: the sequence number of the last row of the page before
 */
export function listManualDeals(
  tx: Tx,
  ownerId: string,
  wanted: {
    readonly botId: string;
    readonly cycleId: string | null;
    readonly limit: number;
    readonly offset: number;
    readonly before: string | null;
  },
): Promise<ManualDealRow[]> {
  const { botId, cycleId, limit, offset, before } = wanted;
  let query = deals(tx, ownerId).where('manualDeals.botId', '=', botId);
  if (cycleId !== null) query = query.where('manualDeals.cycleId', '=', cycleId);
  if (before !== null) query = query.where('manualDeals.dealSeq', '<', before);
  return query.orderBy('manualDeals.dealSeq', 'desc').limit(limit).offset(offset).execute();
}
