import { type Kysely, sql } from 'kysely';

/**
 * Statistics of orders also count cycles, triggered exits, replaced orders and funding. Days that are saved have none of
 * them, so they count as changed: they are computed when they are read, and saved anew one after the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table order_days
  add column replaced integer not null default 0,
  add column stop_losses integer not null default 0,
  add column take_profits integer not null default 0,
  add column cycles_opened integer not null default 0,
  add column cycles_closed integer not null default 0,
  add column level_max integer not null default 0,
  add column funding numeric not null default 0,
  add column liquidation_fee numeric not null default 0;
alter table order_day_counts
  drop constraint order_day_counts_figure_check,
  add constraint order_day_counts_figure_check check (figure in ('rest', 'entry', 'exit', 'unsent', 'closed'));
update order_stat_days set changes = changes + 1;
-- What positions paid and received by time, without the many bookings of fills.
create index ledger_carried on ledger (portfolio_id, ts) where account like 'funding:%' or account like 'liq_fee:%';
`;
