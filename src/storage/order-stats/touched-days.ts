import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** A day of an owner, as a calendar date such as "2026-03-01". */
export interface OwnerDay {
  readonly ownerId: string;
  readonly day: string;
}

/**
 * The days through which accounts have just gone. An account that runs a stored past, as the demo does, goes through days that are
 * long saved.
 *
 * @param given - a table expression with the columns `portfolio_id` and `minute_at`, before it is stored
 */
export async function passedDays(tx: Tx, given: RawBuilder<unknown>): Promise<readonly OwnerDay[]> {
  const { rows } = await sql<OwnerDay>`
    select distinct portfolios.owner_id, (day at time zone 'UTC')::date as day
      from ${given}
      join portfolios on portfolios.portfolio_id = given.portfolio_id
     cross join lateral generate_series(
       date_trunc('day', coalesce(portfolios.minute_at, portfolios.created_at), 'UTC'),
       coalesce(given.minute_at, portfolios.created_at), '1 day') as day`.execute(tx);
  return rows;
}

/**
 * Marks days as changed, in the transaction that stores what happened there. Paper and live accounts of an owner share these rows, so
 * they are locked as late as possible, in one order.
 */
export async function touchOrderDays(tx: Tx, days: readonly OwnerDay[]): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into order_stat_days as stored (owner_id, day, changes)
    select owner_id, day, 1
      from unnest(${days.map(({ ownerId }) => ownerId)}::text[], ${days.map(({ day }) => day)}::date[]) as given (owner_id, day)
     order by owner_id, day
    on conflict (owner_id, day) do update set changes = stored.changes + 1`.execute(tx);
}

/** Marks all days of an owner as changed, because portfolios of the owner are no more. */
export async function touchAllOrderDays(tx: Tx, ownerId: string): Promise<void> {
  await tx.updateTable('orderStatDays').set({ changes: sql`changes + 1` }).where('ownerId', '=', ownerId).execute();
}
