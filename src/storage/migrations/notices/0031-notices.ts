import { type Kysely, sql } from 'kysely';

/**
 * What users are told of. A notice is stored in the transaction of what it tells, with one delivery for each channel that
 * leaves the program; so no notice is lost, and none is sent of what was not stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table notices (
  notice_id text primary key,
  owner_id text not null,
  event text not null,
  severity text not null check (severity in ('critical', 'warning', 'info')),
  ts timestamptz not null,
  told_at timestamptz not null,
  portfolio_id text,
  bot_id text,
  symbol text,
  direction text check (direction in ('buy', 'sell')),
  cycle_id text,
  order_id text,
  code text,
  figures jsonb not null,
  detail text not null,
  is_in_app boolean not null,
  read_at timestamptz,
  notice_seq bigint generated always as identity unique
);
create index notices_in_app on notices (owner_id, notice_seq desc) where is_in_app;
create index notices_unread on notices (owner_id) where is_in_app and read_at is null;
create index notices_told on notices (told_at);
create table notice_channels (
  owner_id text not null,
  channel text not null check (channel in ('webhook', 'telegram')),
  address text not null,
  version integer not null,
  sealed bytea not null,
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (owner_id, channel)
);
create table notice_choices (
  owner_id text not null,
  event text not null,
  channel text not null check (channel in ('app', 'webhook', 'telegram')),
  is_on boolean not null,
  primary key (owner_id, event, channel)
);
create table notice_deliveries (
  notice_id text not null references notices on delete cascade,
  channel text not null check (channel in ('webhook', 'telegram')),
  owner_id text not null,
  state text not null check (state in ('waiting', 'sent', 'given_up')),
  attempts integer not null,
  next_at timestamptz not null,
  failure text,
  changed_at timestamptz not null,
  primary key (notice_id, channel)
);
create index notice_deliveries_due on notice_deliveries (next_at) where state = 'waiting';
create index notice_deliveries_owner on notice_deliveries (owner_id, channel, changed_at desc);
do $$
declare name text;
begin
  foreach name in array array['notices', 'notice_channels', 'notice_choices', 'notice_deliveries'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
  end loop;
end $$;
`;
