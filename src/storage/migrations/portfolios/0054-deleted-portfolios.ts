import { type Kysely, sql } from 'kysely';

/** The capital of portfolios that were deleted after they had traded, so that the totals of their time stay as they were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table deleted_portfolios (
  portfolio_id text primary key,
  owner_id text not null,
  execution text not null check (execution in ('paper', 'live')),
  wallet_start numeric not null,
  wallet numeric not null,
  deleted_at timestamptz not null
);
create index deleted_portfolios_owner on deleted_portfolios (owner_id, deleted_at);
alter table deleted_portfolios enable row level security, force row level security;
create policy owner on deleted_portfolios to current_user using (true) with check (true);
`;
