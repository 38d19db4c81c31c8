import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/**
 * Marks the days through which accounts have just gone as changed, in the transaction that stores what they did there. An
 * account that runs a stored past, as the demo does, goes through days that are long saved.
 *
 * @param given - a table expression with the columns `portfolio_id` and `minute_at`, before it is stored
 */
export async function touchOrderDays(tx: Tx, given: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into order_stat_days as stored (owner_id, day, changes)
    select distinct portfolios.owner_id, (day at time zone 'UTC')::date, 1
      from ${given}
      join portfolios on portfolios.portfolio_id = given.portfolio_id
     cross join lateral generate_series(
       date_trunc('day', coalesce(portfolios.minute_at, portfolios.created_at), 'UTC'),
       coalesce(given.minute_at, portfolios.created_at), '1 day') as day
    on conflict (owner_id, day) do update set changes = stored.changes + 1`.execute(tx);
}

/** Marks all days of an owner as changed, because portfolios of the owner are no more. */
export async function touchAllOrderDays(tx: Tx, ownerId: string): Promise<void> {
  await tx.updateTable('orderStatDays').set({ changes: sql`changes + 1` }).where('ownerId', '=', ownerId).execute();
}
