/** Records of what happened, written by the engine alone. */
export const recordTables = `
create table cycles (
  cycle_id text primary key,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  atom_id text not null,
  net_cycle_id text,
  opened_run_no integer not null,
  run_no integer not null,
  seq integer not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  state text not null check
    (state in ('PENDING_ENTRY', 'OPEN', 'CLOSING', 'SUSPENDED', 'CLOSED', 'CANCELED', 'LIQUIDATED', 'DETACHED')),
  close_reason text,
  opened_at timestamptz not null,
  begin_at timestamptz,
  end_at timestamptz,
  entry_qty numeric not null,
  quantity numeric not null,
  avg_entry_price numeric,
  avg_exit_price numeric,
  levels_filled integer not null,
  levels_total integer not null,
  max_level_price numeric,
  peak_margin numeric not null,
  committed_margin numeric not null,
  gross numeric not null,
  commission numeric not null,
  funding numeric not null,
  liquidation_fee numeric not null,
  result numeric not null check (result = gross + funding - commission - liquidation_fee),
  mae_percent numeric,
  mfe_percent numeric,
  unique (atom_id, seq)
);
-- Open ones first, then the newest.
create index cycles_bot on cycles (bot_id, end_at desc, cycle_id desc);
create index cycles_portfolio on cycles (portfolio_id, end_at desc, cycle_id desc);
create index cycles_open on cycles (owner_id, portfolio_id, bot_id) where end_at is null;
create index cycles_net on cycles (net_cycle_id) where net_cycle_id is not null;

create table net_cycles (
  net_cycle_id text primary key,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  symbol text not null,
  seq integer not null,
  begin_at timestamptz not null,
  end_at timestamptz,
  cycle_ids jsonb not null,
  directions jsonb not null,
  orders_filled integer not null,
  max_levels_filled integer not null,
  max_deviation_percent numeric not null,
  max_notional numeric not null,
  peak_margin numeric not null,
  gross numeric not null,
  commission numeric not null,
  funding numeric not null,
  liquidation_fee numeric not null,
  result numeric not null check (result = gross + funding - commission - liquidation_fee)
);
create index net_cycles_bot on net_cycles (bot_id, begin_at desc, net_cycle_id desc);
create index net_cycles_portfolio on net_cycles (portfolio_id, begin_at desc, net_cycle_id desc);

create table orders (
  order_id text primary key,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  atom_id text not null,
  cycle_id text not null,
  number integer not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  role text not null,
  level integer not null,
  type text not null,
  side text not null check (side in ('BUY', 'SELL')),
  price numeric,
  trigger_price numeric,
  qty numeric,
  filled_qty numeric not null,
  avg_price numeric,
  decision_price numeric,
  state text not null check (state in ('OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELED', 'EXPIRED', 'REJECTED')),
  sent_at timestamptz not null,
  done_at timestamptz
);
create index orders_cycle on orders (cycle_id, number);
create index orders_bot on orders (bot_id, sent_at desc, order_id desc);

create table trades (
  trade_id text primary key,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  cycle_id text not null,
  order_id text not null,
  seq bigint not null,
  ts timestamptz not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  side text not null check (side in ('BUY', 'SELL')),
  role text not null,
  level integer not null,
  price numeric not null,
  qty numeric not null,
  quote_qty numeric not null,
  commission numeric not null,
  is_maker boolean not null,
  gross numeric not null
);
create index trades_cycle on trades (cycle_id, seq);
create index trades_bot on trades (bot_id, ts desc, seq desc);
create unique index trades_portfolio on trades (portfolio_id, seq desc);

create table ledger (
  source_id text not null,
  account text not null,
  owner_id text not null,
  portfolio_id text not null,
  ts timestamptz not null,
  amount numeric not null,
  primary key (source_id, account)
);
create index ledger_portfolio on ledger (portfolio_id, ts desc, source_id desc);

create table bot_days (
  bot_id text not null,
  owner_id text not null,
  portfolio_id text not null,
  day date not null,
  cycles integer not null,
  wins integer not null,
  gross numeric not null,
  commission numeric not null,
  funding numeric not null,
  liquidation_fee numeric not null,
  result numeric not null,
  won numeric not null,
  lost numeric not null,
  volume numeric not null,
  primary key (bot_id, day)
);
create index bot_days_portfolio on bot_days (portfolio_id, day);

create table bot_hours (
  bot_id text not null,
  owner_id text not null,
  portfolio_id text not null,
  ts timestamptz not null,
  realized numeric not null,
  unrealized numeric not null,
  primary key (bot_id, ts)
);
create index bot_hours_portfolio on bot_hours (portfolio_id, ts);

create table logs (
  log_id bigint generated always as identity primary key,
  -- Names the line within the batch that wrote it, so that writing the batch again adds nothing.
  batch_line text not null unique,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  ts timestamptz not null,
  level text not null check (level in ('info', 'warning', 'error')),
  code text not null,
  detail text not null,
  figures jsonb not null,
  symbol text,
  direction text check (direction in ('buy', 'sell')),
  cycle_id text,
  order_id text
);
create index logs_owner on logs (owner_id, ts desc, log_id desc);
create index logs_bot on logs (bot_id, ts desc, log_id desc);
create index logs_portfolio on logs (portfolio_id, ts desc, log_id desc);
create index logs_cycle on logs (cycle_id, ts desc, log_id desc) where cycle_id is not null;
create index logs_order on logs (order_id, ts, log_id) where order_id is not null;
`;
