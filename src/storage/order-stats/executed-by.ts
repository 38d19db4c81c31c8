import { type RawBuilder, sql } from 'kysely';
import { allKinds, type BotExecution } from '#engine/bots/registry.ts';

/**
 * The bots of an owner whose orders are simulated, or are real, as a list for a condition. A portfolio that was deleted no
 * longer tells; then the first execution of the kind does, so a kind may get a second one only with it stored by bot.
 */
export function botsExecuted(ownerId: string, execution: BotExecution): RawBuilder<unknown> {
  const live = allKinds().filter((entry) => entry.executions[0] === 'live');
  const byKind = sql`case when bots.kind = any(${live.map(({ kind }) => kind)}::text[]) then 'live' else 'paper' end`;
  return sql`(
    select bots.bot_id from bots left join portfolios on portfolios.portfolio_id = bots.portfolio_id
     where bots.owner_id = ${ownerId} and coalesce(portfolios.execution, ${byKind}) = ${execution})`;
}
