import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { DECIDED, WORSE } from '../order-stats/computed-days.ts';

/** Adds ended cycles to the results of their portfolios by symbol, side, reason of the end, version and filled steps. */
export async function rollUpParts(tx: Tx, cycleIds: readonly string[]): Promise<void> {
  await sql`
    insert into portfolio_parts as sums (portfolio_id, owner_id, span, begin_at, part, value, cycles, wins, losses, gross,
                                         slippage, commission, funding, liquidation_fee, result, won, lost)
    with ended as materialized (
      select cycles.*, coalesce(paid.slippage, 0) as slippage,
             coalesce(bots.strategy_id, '') || ':' || coalesce(cycles.params_version, runs.strategy_version, 1) as version
        from cycles
        left join bots on bots.bot_id = cycles.bot_id
        left join runs on runs.bot_id = cycles.bot_id and runs.run_no = cycles.opened_run_no
        left join lateral (
          select sum(${WORSE} * (trades.quote_qty - ${DECIDED} * trades.qty)) as slippage
            from trades join orders on orders.order_id = trades.order_id
           where trades.cycle_id = cycles.cycle_id and not trades.is_maker) as paid on true
       where cycles.cycle_id = any(${[...cycleIds]}::text[]))
    select portfolio_id, owner_id, span, date_trunc(span, end_at, 'UTC'), part, value,
           count(*) filter (where state <> 'CANCELED'),
           count(*) filter (where state <> 'CANCELED' and result > 0),
           count(*) filter (where state <> 'CANCELED' and result < 0),
           sum(gross), sum(slippage), sum(commission), sum(funding), sum(liquidation_fee), sum(result),
           coalesce(sum(result) filter (where state <> 'CANCELED' and result > 0), 0),
           coalesce(sum(result) filter (where state <> 'CANCELED' and result < 0), 0)
      from ended
     cross join (values ('day'), ('month')) as spans (span)
     cross join lateral (values ('symbol', symbol), ('side', direction), ('reason', coalesce(close_reason, '')),
                                ('version', version),
                                ('steps', levels_filled || '/' || levels_total)) as parts (part, value)
     group by 1, 2, 3, 4, 5, 6
    on conflict (portfolio_id, span, begin_at, part, value) do update set
      cycles = sums.cycles + excluded.cycles, wins = sums.wins + excluded.wins, losses = sums.losses + excluded.losses,
      gross = sums.gross + excluded.gross, slippage = sums.slippage + excluded.slippage,
      commission = sums.commission + excluded.commission, funding = sums.funding + excluded.funding,
      liquidation_fee = sums.liquidation_fee + excluded.liquidation_fee, result = sums.result + excluded.result,
      won = sums.won + excluded.won, lost = sums.lost + excluded.lost`.execute(tx);
}
