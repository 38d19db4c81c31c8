import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { type ComputedDays, computedCounts, computedFigures, DAY_FIGURES } from './computed-days.ts';

/**
 * Computes and stores the statistics of one UTC day of an owner. Doing it again replaces them by the same.
 *
 * What the engine stores meanwhile counts as a change after this one: the number of changes is read first.
 */
export async function saveOrderDay(tx: Tx, owner: Pick<ComputedDays, 'ownerId' | 'until'>, day: string): Promise<void> {
  const { ownerId } = owner;
  const wanted = { ...owner, days: [day] };
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order days of ${ownerId}`}, 0))`.execute(tx);
  const { changes } = await countedChanges(tx, ownerId, day);
  await tx.deleteFrom('orderDays').where('ownerId', '=', ownerId).where('day', '=', day).execute();
  await tx.deleteFrom('orderDayCounts').where('ownerId', '=', ownerId).where('day', '=', day).execute();
  const figures = sql.join(DAY_FIGURES.map((figure) => sql.ref(figure)));
  await sql`
    insert into order_days (owner_id, day, portfolio_id, bot_id, symbol, role, ${figures})
    select ${ownerId}, day, portfolio_id, bot_id, symbol, role, ${figures}
      from (${computedFigures(wanted)}) as computed`.execute(tx);
  await sql`
    insert into order_day_counts (owner_id, day, portfolio_id, bot_id, symbol, role, figure, value, orders)
    select ${ownerId}, day, portfolio_id, bot_id, symbol, role, figure, value, orders
      from (${computedCounts(wanted)}) as computed`.execute(tx);
  await sql`
    update order_stat_days set saved_changes = ${changes}, saved_at = now()
     where owner_id = ${ownerId} and day = ${day}::date`.execute(tx);
}

async function countedChanges(tx: Tx, ownerId: string, day: string): Promise<{ readonly changes: string }> {
  await sql`
    insert into order_stat_days (owner_id, day, changes) values (${ownerId}, ${day}::date, 0)
    on conflict do nothing`.execute(tx);
  return tx
    .selectFrom('orderStatDays')
    .select('changes')
    .where('ownerId', '=', ownerId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
}
