import { type RawBuilder, sql } from 'kysely';
import type { BotExecution } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../orders.ts';
import { DECIDED, IS_MEASURED, SLIPPAGE_BPS, WORSE } from './computed-days.ts';
import { botsExecuted } from './executed-by.ts';

/** An order with what was traded by it; amounts in USDT as exact decimal text. */
export type ExecutedOrderRow = OrderRow & {
  readonly botName: string;
  readonly kind: BotKind;
  /** When it ended or, as long as it rests, when it was sent. */
  readonly at: Date;
  readonly quoteQty: string;
  readonly commission: string;
  /** Null for orders that did not take from the market, or were decided at no price. */
  readonly slippageBps: string | null;
  readonly slippageCost: string | null;
};

/** Which orders; a field that is left out does not restrict them. */
export interface ExecutedFilter {
  readonly kind?: BotKind | undefined;
  readonly portfolioId?: string | undefined;
  readonly botId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly role?: string | undefined;
  readonly execution?: BotExecution | undefined;
  readonly side?: 'BUY' | 'SELL' | undefined;
  /** Left out: those of which something was filled. */
  readonly state?: OrderRow['state'] | undefined;
  /** Bounds of when it ended or was sent; `to` is excluded. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const AT = sql`coalesce(orders.done_at, orders.sent_at)`;
/** By the average price, which is rounded: good enough for an order, and it needs no fill. */
const ROUGH_COST = sql`${WORSE} * (orders.avg_price - ${DECIDED}) * orders.filled_qty`;
const EXACT_COST = sql`${WORSE} * (traded.quote_qty - ${DECIDED} * orders.filled_qty)`;

/** Executed orders, the latest first. */
export function listExecutedOrders(
  tx: Tx,
  ownerId: string,
  wanted: {
    readonly filter: ExecutedFilter;
    /** The last row of the page before. */
    readonly after: { readonly at: Date; readonly orderId: string } | null;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<readonly ExecutedOrderRow[]> {
  const { filter, after, limit, offset } = wanted;
  const conditions = conditionsOf(ownerId, filter);
  if (after !== null) conditions.push(sql`(${AT}, orders.order_id) < (${after.at}, ${after.orderId})`);
  return rowsOf(tx, conditions, { order: sql`${AT} desc, orders.order_id desc`, limit, offset });
}

/** The orders that cost most beyond the price they were decided at, the most expensive first. */
export function listWorstOrders(
  tx: Tx,
  ownerId: string,
  { filter, limit }: { readonly filter: ExecutedFilter; readonly limit: number },
): Promise<readonly ExecutedOrderRow[]> {
  const conditions = [...conditionsOf(ownerId, filter), IS_MEASURED, sql`${ROUGH_COST} > 0`];
  return rowsOf(tx, conditions, { order: sql`${ROUGH_COST} desc, orders.order_id`, limit, offset: 0 });
}

/** Fills are read of the rows of the page alone. */
async function rowsOf(
  tx: Tx,
  conditions: readonly RawBuilder<unknown>[],
  page: { readonly order: RawBuilder<unknown>; readonly limit: number; readonly offset: number },
): Promise<readonly ExecutedOrderRow[]> {
  const { order, limit, offset } = page;
  const { rows } = await sql<ExecutedOrderRow>`
    select orders.*, ${AT} as at,
           traded.quote_qty::numeric(38,8)::text as quote_qty, traded.commission::numeric(38,8)::text as commission,
           case when ${IS_MEASURED} then round(${SLIPPAGE_BPS}, 4)::text end as slippage_bps,
           case when ${IS_MEASURED} then (${EXACT_COST})::numeric(38,8)::text end as slippage_cost
      from (select orders.*, bots.name as bot_name, bots.kind
              from orders join bots on bots.bot_id = orders.bot_id
             where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit} offset ${offset}) as orders
     cross join lateral (
       select coalesce(sum(quote_qty), 0) as quote_qty, coalesce(sum(commission), 0) as commission
         from trades where trades.cycle_id = orders.cycle_id and trades.order_id = orders.order_id) as traded
     order by ${order}`.execute(tx);
  return rows;
}

function conditionsOf(ownerId: string, filter: ExecutedFilter): RawBuilder<unknown>[] {
  const { kind, portfolioId, botId, symbol, role, side, state, from, to, execution } = filter;
  const conditions = [sql`orders.owner_id = ${ownerId}`];
  if (kind !== undefined) conditions.push(sql`bots.kind = ${kind}`);
  if (portfolioId !== undefined) conditions.push(sql`orders.portfolio_id = ${portfolioId}`);
  if (botId !== undefined) conditions.push(sql`orders.bot_id = ${botId}`);
  if (symbol !== undefined) conditions.push(sql`orders.symbol = ${symbol}`);
  if (role !== undefined) conditions.push(sql`orders.role = ${role}`);
  if (side !== undefined) conditions.push(sql`orders.side = ${side}`);
  conditions.push(state === undefined ? sql`orders.filled_qty > 0` : sql`orders.state = ${state}`);
  if (execution !== undefined) conditions.push(sql`orders.bot_id in ${botsExecuted(ownerId, execution)}`);
  if (from !== undefined) conditions.push(sql`${AT} >= ${from}`);
  if (to !== undefined) conditions.push(sql`${AT} < ${to}`);
  return conditions;
}
