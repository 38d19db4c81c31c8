import { type Kysely, sql } from 'kysely';

/** Deals by hand: what their users asked for. What became of them is in their orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table manual_deals (
  manual_deal_id text primary key,
  owner_id text not null,
  portfolio_id text not null,
  bot_id text not null,
  cycle_id text not null,
  order_id text not null,
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  kind text not null check (kind in ('open', 'add', 'reduce', 'close', 'adopt')),
  size_unit text check (size_unit in ('qty', 'notional', 'percent')),
  size numeric,
  order_type text not null check (order_type in ('market', 'limit')),
  price numeric,
  comment text not null default '',
  created_at timestamptz not null,
  deal_seq bigint generated always as identity unique
);
create index manual_deals_bot on manual_deals (owner_id, bot_id, deal_seq desc);
alter table manual_deals enable row level security, force row level security;
create policy owner on manual_deals to current_user using (true) with check (true);
`;
