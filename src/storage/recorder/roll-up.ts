import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** Adds ended cycles, each exactly once, to the days of their bots and to the bots' counters. */
export async function rollUp(tx: Tx, cycleIds: readonly string[]): Promise<void> {
  if (cycleIds.length === 0) return;
  const these = sql`cycle_id = any(${[...cycleIds]}::text[])`;
  await addToDays(tx, these);
  await sql`
    update bots set cycles_closed = bots.cycles_closed + ended.count
      from (select bot_id, count(*)::integer as count from cycles where ${these} group by bot_id) as ended
     where bots.bot_id = ended.bot_id`.execute(tx);
}

/** A canceled entry is no cycle to count, though what it cost counts. Volume is what was bought plus what was sold. */
async function addToDays(tx: Tx, these: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into bot_days (bot_id, owner_id, portfolio_id, day, cycles, wins, gross, commission, funding, liquidation_fee,
                          result, won, lost, volume)
    select bot_id, owner_id, portfolio_id, (end_at at time zone 'UTC')::date as day,
           count(*) filter (where state <> 'CANCELED'), count(*) filter (where result > 0),
           sum(gross), sum(commission), sum(funding), sum(liquidation_fee), sum(result),
           sum(greatest(result, 0)), sum(least(result, 0)), coalesce(sum(traded.volume), 0)
      from cycles
      left join lateral (
        select sum(quote_qty) as volume from trades where trades.cycle_id = cycles.cycle_id) as traded on true
     where ${these}
     group by bot_id, owner_id, portfolio_id, day
    on conflict (bot_id, day) do update set
      cycles = bot_days.cycles + excluded.cycles, wins = bot_days.wins + excluded.wins,
      gross = bot_days.gross + excluded.gross, commission = bot_days.commission + excluded.commission,
      funding = bot_days.funding + excluded.funding,
      liquidation_fee = bot_days.liquidation_fee + excluded.liquidation_fee,
      result = bot_days.result + excluded.result, won = bot_days.won + excluded.won,
      lost = bot_days.lost + excluded.lost, volume = bot_days.volume + excluded.volume`.execute(tx);
}
