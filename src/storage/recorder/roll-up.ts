import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

type Fragment = ReturnType<typeof sql>;

/** Adds ended cycles, each exactly once, to the days and totals of their bots and to the bots' counters. */
export async function rollUp(tx: Tx, cycleIds: readonly string[]): Promise<void> {
  if (cycleIds.length === 0) return;
  const these = sql`cycle_id = any(${[...cycleIds]}::text[])`;
  await addTo(tx, 'bot_days', { these, key: sql`bot_id, day`, day: sql`(end_at at time zone 'UTC')::date as day,` });
  await addTo(tx, 'bot_totals', { these, key: sql`bot_id`, day: sql`` });
  await sql`
    update bots set cycles_closed = bots.cycles_closed + ended.count
      from (select bot_id, count(*)::integer as count from cycles where ${these} group by bot_id) as ended
     where bots.bot_id = ended.bot_id`.execute(tx);
}

/** A canceled entry is no cycle to count, though what it cost counts. Volume is what was bought plus what was sold. */
async function addTo(
  tx: Tx,
  table: 'bot_days' | 'bot_totals',
  { these, key, day }: { readonly these: Fragment; readonly key: Fragment; readonly day: Fragment },
): Promise<void> {
  const sums = sql.ref(table);
  const dayColumn = table === 'bot_days' ? sql`day,` : sql``;
  const byDay = table === 'bot_days' ? sql`, day` : sql``;
  await sql`
    insert into ${sql.table(table)} (bot_id, owner_id, portfolio_id, ${dayColumn} cycles, wins, gross, commission, funding,
                                     liquidation_fee, result, won, lost, volume)
    select bot_id, owner_id, portfolio_id, ${day}
           count(*) filter (where state <> 'CANCELED'), count(*) filter (where result > 0),
           sum(gross), sum(commission), sum(funding), sum(liquidation_fee), sum(result),
           sum(greatest(result, 0)), sum(least(result, 0)), coalesce(sum(traded.volume), 0)
      from cycles
      left join lateral (
        select sum(quote_qty) as volume from trades where trades.cycle_id = cycles.cycle_id) as traded on true
     where ${these}
     group by bot_id, owner_id, portfolio_id${byDay}
    on conflict (${key}) do update set
      cycles = ${sums}.cycles + excluded.cycles, wins = ${sums}.wins + excluded.wins,
      gross = ${sums}.gross + excluded.gross, commission = ${sums}.commission + excluded.commission,
      funding = ${sums}.funding + excluded.funding,
      liquidation_fee = ${sums}.liquidation_fee + excluded.liquidation_fee,
      result = ${sums}.result + excluded.result, won = ${sums}.won + excluded.won,
      lost = ${sums}.lost + excluded.lost, volume = ${sums}.volume + excluded.volume`.execute(tx);
}
