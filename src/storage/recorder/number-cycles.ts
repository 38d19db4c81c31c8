import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/**
 * Numbers cycles that have just ended within their bot and their portfolio, in the order in which they ended, and sums
 * their bot's results up to and with each. An account ends its cycles in order, so the numbers go on where they stood.
 */
export async function numberCycles(tx: Tx, cycleIds: readonly string[]): Promise<void> {
  if (cycleIds.length === 0) return;
  await sql`
    with ended as (
      select cycle_id, bot_id, portfolio_id,
             row_number() over of_bot as bot_step,
             row_number() over (partition by portfolio_id order by end_at, cycle_id) as portfolio_step,
             sum(result) over of_bot as bot_gain
        from cycles where cycle_id = any(${[...cycleIds]}::text[])
      window of_bot as (partition by bot_id order by end_at, cycle_id)),
    bot_ends as (
      select bot_id, last.bot_no, last.bot_sum
        from (select distinct bot_id from ended) as each
       cross join lateral (
         select bot_no, bot_sum from cycles where cycles.bot_id = each.bot_id and bot_no is not null
          order by bot_no desc limit 1) as last),
    portfolio_ends as (
      select portfolio_id, last.portfolio_no
        from (select distinct portfolio_id from ended) as each
       cross join lateral (
         select portfolio_no from cycles where cycles.portfolio_id = each.portfolio_id and portfolio_no is not null
          order by portfolio_no desc limit 1) as last)
    update cycles set
           bot_no = coalesce(bot_ends.bot_no, 0) + bot_step,
           bot_sum = coalesce(bot_ends.bot_sum, 0) + bot_gain,
           portfolio_no = coalesce(portfolio_ends.portfolio_no, 0) + portfolio_step
      from ended left join bot_ends using (bot_id) left join portfolio_ends using (portfolio_id)
     where cycles.cycle_id = ended.cycle_id`.execute(tx);
}
