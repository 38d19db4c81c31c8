import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { rowsExpression } from '../../database/rows/insert-rows.ts';
import { FINAL_STATES } from '../final-states.ts';
import type { LiveJournal } from '../live-rows.ts';

/** Reports may come late: a final state stays, the executed quantity never falls, and a known id is not forgotten. */
export async function storeOrders(tx: Tx, { accountId, ownerId, orders }: LiveJournal): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ intentNumber, updatedAt, ...order }) => ({
    accountId,
    ownerId,
    intentNumber: String(intentNumber),
    updatedAt: new Date(updatedAt),
    ...order,
  }));
  const columns = sql.raw(
    'account_id, owner_id, intent_number, updated_at, client_id, order_id, algo_id, actual_order_id, state, executed',
  );
  const isFinal = (state: string) => sql`${sql.ref(state)} = any(${FINAL_STATES})`;
  await sql`
    insert into venue_orders (${columns}) select ${columns} from ${await rowsExpression(tx, 'venueOrders', rows)}
    on conflict (account_id, client_id) do update set
      order_id = coalesce(excluded.order_id, venue_orders.order_id),
      algo_id = coalesce(excluded.algo_id, venue_orders.algo_id),
      actual_order_id = coalesce(excluded.actual_order_id, venue_orders.actual_order_id),
      state = case when ${isFinal('venue_orders.state')} and not ${isFinal('excluded.state')}
                   then venue_orders.state else excluded.state end,
      executed = greatest(excluded.executed, venue_orders.executed),
      updated_at = greatest(excluded.updated_at, venue_orders.updated_at)`.execute(tx);
}

/** Writes the exchange's ids and error codes into the rows of the orders that the intents have placed. */
export async function nameOrders(tx: Tx, { accountId, orders, outcomes }: LiveJournal): Promise<void> {
  const named = orders.filter((order) => order.orderId !== null || order.actualOrderId !== null);
  if (named.length > 0) {
    const numbers = named.map(({ intentNumber }) => intentNumber);
    const ids = named.map(({ orderId, actualOrderId }) => actualOrderId ?? orderId);
    await sql`
      update orders set venue_order_id = given.id
        from unnest(${numbers}::bigint[], ${ids}::text[]) as given (number, id)
        join intents on intents.account_id = ${accountId} and intents.number = given.number
       where orders.order_id = ${PLACED_ORDER}`.execute(tx);
  }
  const rejected = outcomes.filter(({ rejectCode }) => typeof rejectCode === 'number');
  if (rejected.length === 0) return;
  const numbers = rejected.map(({ number }) => number);
  const codes = rejected.map(({ rejectCode }) => rejectCode);
  await sql`
    update orders set reject_code = given.code
      from unnest(${numbers}::bigint[], ${codes}::integer[]) as given (number, code)
      join intents on intents.account_id = ${accountId} and intents.number = given.number
     where intents.kind in ('place', 'place-conditional') and orders.order_id = ${PLACED_ORDER}`.execute(tx);
}

/** Id of the order that an intent concerns; as `orderIdOf` builds it. */
const PLACED_ORDER = sql`concat_ws('-', intents.bot_id, intents.symbol, intents.direction, intents.cycle_seq, intents.order_number)`;
