import { type Kysely, sql } from 'kysely';

/**
 * Results of a portfolio by symbol, side, reason of the end and version, by UTC day and month, with the slippage that is in
 * them: what a result is made of costs the same to read after a day and after ten years. A cycle keeps the version of the
 * parameters that it ran with; one that ended before counts with the latest version of the run that opened it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [table, fill]) await sql.raw(statements).execute(db);
}

const table = `
create table portfolio_parts (
  portfolio_id text not null,
  owner_id text not null,
  span text not null check (span in ('day', 'month')),
  begin_at timestamptz not null,
  part text not null check (part in ('symbol', 'side', 'reason', 'version')),
  value text not null,
  cycles integer not null,
  wins integer not null,
  losses integer not null,
  gross numeric not null,
  slippage numeric not null,
  commission numeric not null,
  funding numeric not null,
  liquidation_fee numeric not null,
  result numeric not null,
  won numeric not null,
  lost numeric not null,
  primary key (portfolio_id, span, begin_at, part, value)
);
create policy owner on portfolio_parts to current_user using (true) with check (true);
alter table portfolio_parts enable row level security, force row level security;
alter table cycles add column params_version integer;
`;

const fill = `
insert into portfolio_parts
with ended as materialized (
  select cycles.*, coalesce(paid.slippage, 0) as slippage,
         coalesce(bots.strategy_id, '') || ':' || coalesce(runs.strategy_version, 1) as version
    from cycles
    left join bots on bots.bot_id = cycles.bot_id
    left join runs on runs.bot_id = cycles.bot_id and runs.run_no = cycles.opened_run_no
    left join lateral (
      select sum(case trades.side when 'BUY' then 1 else -1 end
                 * (trades.quote_qty - coalesce(orders.decision_price, orders.trigger_price) * trades.qty)) as slippage
        from trades join orders on orders.order_id = trades.order_id
       where trades.cycle_id = cycles.cycle_id and not trades.is_maker) as paid on true
   where cycles.end_at is not null)
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
                            ('version', version)) as parts (part, value)
 group by 1, 2, 3, 4, 5, 6;
`;
