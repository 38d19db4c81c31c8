/** What users create, and the state that the engine resumes from. */
export const planTables = `
create table portfolios (
  portfolio_id text primary key,
  owner_id text not null,
  name text not null,
  kind text not null check (kind in ('custom-bot', 'dca-bot', 'dca-prod-bot')),
  execution text check (execution in ('paper', 'live')),
  comment text not null,
  limit_usdt numeric,
  is_demo boolean not null default false,
  wallet_start numeric not null,
  wallet numeric not null,
  minute_at timestamptz,
  created_at timestamptz not null,
  unique (owner_id, name)
);

create table strategies (
  strategy_id text primary key,
  owner_id text not null,
  kind text not null check (kind in ('custom-bot', 'dca-bot', 'dca-prod-bot')),
  name text not null,
  comment text not null,
  symbol text not null,
  version integer not null check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (owner_id, kind, name)
);

create table strategy_versions (
  strategy_id text not null,
  owner_id text not null,
  version integer not null check (version > 0),
  params jsonb not null,
  created_at timestamptz not null,
  primary key (strategy_id, version)
);

create table bots (
  bot_id text primary key,
  -- Order of creation: the engine serves the bots of an account in it, also after a restart.
  created_seq bigint generated always as identity unique,
  owner_id text not null,
  portfolio_id text not null,
  kind text not null check (kind in ('custom-bot', 'dca-bot', 'dca-prod-bot')),
  name text not null,
  comment text not null,
  symbols jsonb not null,
  strategy_id text,
  strategy_version integer,
  pending_version integer,
  state text not null check
    (state in ('CREATED', 'RUNNING', 'FINISHING', 'STOPPING', 'STOPPED', 'FINISHED', 'ERROR', 'DELETED')),
  state_reason text,
  run_no integer not null check (run_no > 0),
  snapshot jsonb not null,
  cycles_closed integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz,
  check ((state = 'DELETED') = (deleted_at is not null))
);
create unique index bots_name on bots (portfolio_id, name) where deleted_at is null;
create index bots_owner on bots (owner_id, created_at, bot_id);
create index bots_strategy on bots (strategy_id) where strategy_id is not null;

create table runs (
  strategy_executor_id text primary key,
  owner_id text not null,
  bot_id text not null,
  run_no integer not null check (run_no > 0),
  strategy_version integer,
  params jsonb not null,
  started_at timestamptz,
  ended_at timestamptz,
  end_kind text check (end_kind in ('finish', 'stop', 'error')),
  unique (bot_id, run_no),
  check ((ended_at is null) = (end_kind is null))
);

create table atoms (
  atom_id text primary key,
  owner_id text not null,
  bot_id text not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  state jsonb not null,
  unique (bot_id, symbol, direction)
);

create table commands (
  command_id text primary key,
  -- Order in which they were carried out.
  command_seq bigint generated always as identity unique,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text,
  after_minute timestamptz,
  at timestamptz not null,
  command jsonb not null,
  wall_at timestamptz not null
);
create index commands_portfolio on commands (portfolio_id, command_seq);

create table idempotency (
  owner_id text not null,
  key text not null,
  call text not null,
  body_hash text not null,
  status integer not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (owner_id, key)
);
create index idempotency_age on idempotency (created_at);

create table market_clock (
  clock_id integer primary key check (clock_id = 1),
  minute_at timestamptz not null,
  saved_at timestamptz not null
);
`;
