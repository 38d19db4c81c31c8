import { type Kysely, sql } from 'kysely';

/**
 * A bot may move to another portfolio: its days, hours and totals are kept by portfolio, so that what it earned in each stays
 * there. And results of a portfolio by how many of its steps a cycle filled, of how many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [keys, fillSteps]) await sql.raw(statements).execute(db);
}

const keys = `
alter table bot_totals drop constraint bot_totals_pkey, add primary key (bot_id, portfolio_id);
alter table bot_days drop constraint bot_days_pkey, add primary key (bot_id, portfolio_id, day);
alter table bot_hours drop constraint bot_hours_pkey, add primary key (bot_id, portfolio_id, ts);
alter table portfolio_parts drop constraint portfolio_parts_part_check,
  add check (part in ('symbol', 'side', 'reason', 'version', 'steps'));
`;

const fillSteps = `
insert into portfolio_parts
with ended as materialized (
  select cycles.*, coalesce(paid.slippage, 0) as slippage
    from cycles
    left join lateral (
      select sum(case trades.side when 'BUY' then 1 else -1 end
                 * (trades.quote_qty - coalesce(orders.decision_price, orders.trigger_price) * trades.qty)) as slippage
        from trades join orders on orders.order_id = trades.order_id
       where trades.cycle_id = cycles.cycle_id and not trades.is_maker) as paid on true
   where cycles.end_at is not null)
select portfolio_id, owner_id, span, date_trunc(span, end_at, 'UTC'), 'steps', levels_filled || '/' || levels_total,
       count(*) filter (where state <> 'CANCELED'),
       count(*) filter (where state <> 'CANCELED' and result > 0),
       count(*) filter (where state <> 'CANCELED' and result < 0),
       sum(gross), sum(slippage), sum(commission), sum(funding), sum(liquidation_fee), sum(result),
       coalesce(sum(result) filter (where state <> 'CANCELED' and result > 0), 0),
       coalesce(sum(result) filter (where state <> 'CANCELED' and result < 0), 0)
  from ended
 cross join (values ('day'), ('month')) as spans (span)
 group by 1, 2, 3, 4, 5, 6;
`;
