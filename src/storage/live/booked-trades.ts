import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** What of an account is in the books already, so that nothing is booked twice after a start. */
export interface BookedTrades {
  /** Trades as `symbol id`, the newest of each symbol. */
  readonly trades: readonly string[];
  /** Quantity that has been booked of each order, by client id; exact decimal text. */
  readonly bookedOf: ReadonlyMap<string, string>;
  /** Keys of the income that is known. */
  readonly incomeKeys: readonly string[];
}

/** Trades that a read of missed ones may return again. */
const TRADES_OF_SYMBOL_MAX = 2_000;
const INCOME_KEYS_MAX = 20_000;

export async function bookedTrades({ db }: Database, accountId: string): Promise<BookedTrades> {
  const recent = await sql<{ symbol: string; tradeId: string }>`
    select symbol, trade_id from (
      select symbol, trade_id, row_number() over (partition by symbol order by at desc, trade_id desc) as place
        from fills where account_id = ${accountId}) as newest
     where place <= ${TRADES_OF_SYMBOL_MAX}`.execute(db);
  const open = await sql<{ clientId: string; quantity: string }>`
    select orders.client_id, sum(fills.quantity)::text as quantity
      from venue_orders as orders
      join fills on fills.account_id = orders.account_id
       and fills.order_id in (orders.order_id, orders.actual_order_id)
     where orders.account_id = ${accountId} and orders.state not in ('FILLED', 'CANCELED', 'EXPIRED', 'REJECTED', 'ABSENT')
     group by orders.client_id`.execute(db);
  const income = await db
    .selectFrom('income')
    .select('key')
    .where('accountId', '=', accountId)
    .orderBy('at', 'desc')
    .limit(INCOME_KEYS_MAX)
    .execute();
  return {
    trades: recent.rows.map(({ symbol, tradeId }) => `${symbol} ${tradeId}`),
    bookedOf: new Map(open.rows.map(({ clientId, quantity }) => [clientId, quantity])),
    incomeKeys: income.map(({ key }) => key),
  };
}
