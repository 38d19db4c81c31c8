import { type Selectable, sql } from 'kysely';
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

/** The last row of the page before. */
export type DealCursor = Pick<ManualDealRow, 'createdAt' | 'manualDealId'>;

/** The deals of a bot, newest first. */
export function listManualDeals(
  tx: Tx,
  ownerId: string,
  wanted: {
    readonly botId: string;
    readonly limit: number;
    readonly offset: number;
    readonly after: DealCursor | null;
  },
): Promise<ManualDealRow[]> {
  const { botId, limit, offset, after } = wanted;
  let query = deals(tx, ownerId).where('manualDeals.botId', '=', botId);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(manual_deals.created_at, manual_deals.manual_deal_id) < (${after.createdAt}, ${after.manualDealId})`,
    );
  }
  return query
    .orderBy('manualDeals.createdAt', 'desc')
    .orderBy('manualDeals.manualDealId', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
