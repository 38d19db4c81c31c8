import { type Kysely, sql } from 'kysely';

/**
 * Statistics of orders by UTC day, so that a month costs as little to read as a day. A day that is marked as saved is read
 * from its rows; every other day is computed from orders and fills when it is asked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table order_stat_days (
  owner_id text not null,
  day date not null,
  -- How often the records of the day have changed, and how often they had when its rows were computed.
  changes bigint not null,
  saved_changes bigint,
  saved_at timestamptz,
  primary key (owner_id, day)
);
create table order_days (
  owner_id text not null,
  day date not null,
  portfolio_id text not null,
  bot_id text not null,
  symbol text not null,
  role text not null,
  sent integer not null,
  filled integer not null,
  canceled integer not null,
  expired integer not null,
  rejected integer not null,
  part_filled integer not null,
  fills integer not null,
  buy_notional numeric not null,
  sell_notional numeric not null,
  maker_notional numeric not null,
  commission numeric not null,
  gross numeric not null,
  entry_reference numeric not null,
  entry_slippage numeric not null,
  exit_reference numeric not null,
  exit_slippage numeric not null,
  held_ms bigint not null,
  unprotected_ms bigint not null,
  primary key (owner_id, day, bot_id, symbol, role)
);
create table order_day_counts (
  owner_id text not null,
  day date not null,
  portfolio_id text not null,
  bot_id text not null,
  symbol text not null,
  role text not null,
  figure text not null check (figure in ('rest', 'entry', 'exit', 'unsent')),
  value text not null,
  orders integer not null,
  primary key (owner_id, day, bot_id, symbol, role, figure, value)
);
create policy owner on order_stat_days to current_user using (true) with check (true);
create policy owner on order_days to current_user using (true) with check (true);
create policy owner on order_day_counts to current_user using (true) with check (true);
alter table order_stat_days enable row level security, force row level security;
alter table order_days enable row level security, force row level security;
alter table order_day_counts enable row level security, force row level security;
create index order_days_portfolio on order_days (portfolio_id);
create index order_day_counts_portfolio on order_day_counts (portfolio_id);

-- Orders by when they were sent, and by when they ended or, as long as they rest, were sent; fills by when they happened.
create index orders_sent on orders (owner_id, sent_at);
create index orders_ended on orders (owner_id, (coalesce(done_at, sent_at)) desc, order_id desc);
create index trades_owner on trades (owner_id, ts);
`;
