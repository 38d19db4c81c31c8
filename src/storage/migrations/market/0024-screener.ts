import { type Kysely, sql } from 'kysely';

/**
 * The market as it was last looked over, a row a symbol, and open interest by the hour, which the exchange forgets after a
 * month. Both are the same for all users; only the engine's login reaches them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table symbol_snapshots (
  symbol text primary key,
  past_at timestamptz,
  surveyed_at timestamptz,
  taken_at timestamptz not null,
  figures jsonb not null,
  spark jsonb not null
);
create table open_interest (
  symbol text not null,
  at timestamptz not null,
  coins numeric not null check (coins >= 0),
  price numeric not null check (price > 0),
  primary key (symbol, at)
);
create index open_interest_at on open_interest (at);
create policy owner on symbol_snapshots to current_user using (true) with check (true);
create policy owner on open_interest to current_user using (true) with check (true);
alter table symbol_snapshots enable row level security, force row level security;
alter table open_interest enable row level security, force row level security;
`;
