import { type Kysely, sql } from 'kysely';

/**
 * Backtests: what each tries and how far it is, its points with their figures and curves, and the windows of its
 * walk-forward. A row of a point or a window is written once, with the count of those that are done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table test_conditions (
  condition_id text primary key,
  owner_id text not null,
  name text not null,
  kind text not null,
  strategy_id text,
  strategy_name text,
  strategy_version integer,
  plan jsonb not null,
  plan_hash text not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  phase text check (phase in ('candles', 'points', 'walk_forward')),
  points_total integer not null,
  points_done integer not null default 0,
  runs_total integer not null,
  runs_done integer not null default 0,
  failure jsonb,
  data jsonb not null default '[]',
  data_hash text,
  summary jsonb,
  engine_version text not null,
  is_starred boolean not null default false,
  tags jsonb not null default '[]',
  note text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index test_conditions_owner on test_conditions (owner_id, created_at desc);
create index test_conditions_unfinished on test_conditions (created_at) where state in ('QUEUED', 'RUNNING');
create table test_bots (
  bot_id text primary key,
  owner_id text not null,
  condition_id text not null references test_conditions on delete cascade,
  number integer not null,
  symbols jsonb not null,
  point jsonb not null,
  refusal jsonb,
  figures jsonb,
  out_of_sample jsonb,
  rank_value double precision,
  plateau double precision,
  flags jsonb not null,
  curve bytea,
  unique (condition_id, number)
);
create table test_windows (
  condition_id text not null references test_conditions on delete cascade,
  owner_id text not null,
  number integer not null,
  symbols jsonb not null,
  train_from timestamptz not null,
  test_from timestamptz not null,
  test_to timestamptz not null,
  bot_id text,
  train jsonb,
  test jsonb,
  primary key (condition_id, number)
);
create policy owner on test_conditions to current_user using (true) with check (true);
create policy owner on test_bots to current_user using (true) with check (true);
create policy owner on test_windows to current_user using (true) with check (true);
alter table test_conditions enable row level security, force row level security;
alter table test_bots enable row level security, force row level security;
alter table test_windows enable row level security, force row level security;
`;
