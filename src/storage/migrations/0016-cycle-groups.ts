import { type Kysely, sql } from 'kysely';

/** The roll-up of a portfolio also counts why its cycles ended, so that a list knows its totals without counting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table portfolio_results
  add column ended integer not null default 0,
  add column take_profits integer not null default 0,
  add column stop_losses integer not null default 0,
  add column liquidations integer not null default 0;
update portfolio_results as sums
   set ended = counted.ended, take_profits = counted.take_profits, stop_losses = counted.stop_losses,
       liquidations = counted.liquidations
  from (select portfolio_id, span, date_trunc(span, end_at, 'UTC') as begin_at, count(*) as ended,
               count(*) filter (where close_reason in ('take_profit', 'trailing')) as take_profits,
               count(*) filter (where close_reason = 'stop_loss') as stop_losses,
               count(*) filter (where close_reason = 'liquidation') as liquidations
          from cycles cross join (values ('hour'), ('day')) as spans (span)
         where end_at is not null group by 1, 2, 3) as counted
 where sums.portfolio_id = counted.portfolio_id and sums.span = counted.span and sums.begin_at = counted.begin_at;
`;
