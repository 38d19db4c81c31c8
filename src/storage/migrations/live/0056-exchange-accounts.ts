import { type Kysely, sql } from 'kysely';

/**
 * Trading on exchange accounts: what was sent, what the exchange answered and reported, and who holds which side of a symbol.
 * Orders and trades on paper have no ids of the exchange.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const TABLES = [
  'exchange_accounts',
  'installation_codes',
  'halts',
  'intents',
  'venue_orders',
  'fills',
  'venue_events',
  'income',
  'claims',
  'decisions',
];

const statements = `
create table exchange_accounts (
  account_id text primary key,
  owner_id text not null,
  environment text not null check (environment in ('sim', 'demo', 'mainnet')),
  cap_bot_notional numeric,
  cap_account_notional numeric,
  cap_orders_minute integer,
  cap_daily_loss numeric,
  cap_price_percent numeric,
  halted_at timestamptz,
  halt_reason text,
  fence bigint not null default 0,
  settings_seen jsonb,
  next_intent bigint not null default 1,
  last_journal text,
  last_sync_at timestamptz,
  created_at timestamptz not null default now(),
  unique (owner_id, environment),
  check ((halted_at is null) = (halt_reason is null))
);
create table installation_codes (
  code char(4) primary key check (code ~ '^[0-9a-z]{4}$'),
  drawn_at timestamptz not null
);
create table halts (
  halt_id text primary key,
  owner_id text,
  halted_at timestamptz not null,
  reason text not null
);
create table intents (
  account_id text not null,
  number bigint not null,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  cycle_seq integer not null,
  order_number integer not null,
  leg text not null,
  generation smallint not null,
  kind text not null check (kind in ('place', 'place-conditional', 'cancel', 'cancel-conditional')),
  fence bigint not null,
  client_id text not null,
  request jsonb not null,
  raises_exposure boolean not null,
  state text not null check (state in ('SENDING', 'ACKNOWLEDGED', 'REJECTED', 'UNKNOWN', 'ABSENT')),
  sent_at timestamptz not null,
  outcome jsonb,
  resolved_at timestamptz,
  primary key (account_id, number)
);
create unique index intents_client_id on intents (account_id, client_id) where kind in ('place', 'place-conditional');
create index intents_open on intents (account_id) where state in ('SENDING', 'UNKNOWN');
create index intents_symbols on intents (account_id, symbol, sent_at);
create table venue_orders (
  account_id text not null,
  client_id text not null,
  owner_id text not null,
  intent_number bigint not null,
  order_id text,
  algo_id text,
  actual_order_id text,
  state text not null,
  executed numeric not null,
  updated_at timestamptz not null,
  primary key (account_id, client_id)
);
create index venue_orders_open on venue_orders (account_id)
  where state not in ('FILLED', 'CANCELED', 'EXPIRED', 'REJECTED', 'FINISHED', 'ABSENT');
create table fills (
  account_id text not null,
  symbol text not null,
  trade_id text not null,
  owner_id text not null,
  order_id text not null,
  client_id text,
  bot_id text,
  side text not null check (side in ('BUY', 'SELL')),
  position_side text not null check (position_side in ('LONG', 'SHORT', 'BOTH')),
  price numeric not null,
  quantity numeric not null,
  commission numeric not null,
  commission_asset text not null,
  realized numeric not null,
  is_maker boolean not null,
  at timestamptz not null,
  primary key (account_id, symbol, trade_id)
);
create index fills_of_order on fills (account_id, symbol, order_id);
create table venue_events (
  event_id bigint generated always as identity primary key,
  account_id text not null,
  owner_id text not null,
  at timestamptz not null,
  kind text not null,
  body jsonb not null
);
create index venue_events_age on venue_events (at);
create table income (
  account_id text not null,
  key text not null,
  owner_id text not null,
  symbol text not null,
  type text not null,
  amount numeric not null,
  asset text not null,
  transaction_id text not null,
  trade_id text,
  at timestamptz not null,
  primary key (account_id, key)
);
create table claims (
  account_id text not null,
  symbol text not null,
  side text not null check (side in ('LONG', 'SHORT')),
  owner_id text not null,
  bot_id text not null,
  claimed_at timestamptz not null,
  primary key (account_id, symbol, side)
);
create table decisions (
  bot_id text not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  number bigint not null,
  owner_id text not null,
  input_hash text not null,
  at timestamptz not null,
  primary key (bot_id, symbol, direction, number)
);
alter table orders add column venue_order_id text, add column reject_code integer;
alter table trades add column venue_trade_id text, add column commission_asset text;
${TABLES.map(
  (name) => `
alter table ${name} enable row level security, force row level security;
create policy owner on ${name} to current_user using (true) with check (true);`,
).join('')}
`;
