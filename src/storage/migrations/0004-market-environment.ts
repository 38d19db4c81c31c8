import { type Kysely, sql } from 'kysely';

/**
 * The exchange whose market the accounts of this database follow. Until now there was only one, so a database that has
 * a clock has followed the simulated market.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table market_environment (
  environment_id integer primary key check (environment_id = 1),
  environment text not null check (environment in ('sim', 'demo', 'mainnet')),
  claimed_at timestamptz not null
);
alter table market_environment enable row level security, force row level security;
create policy owner on market_environment to current_user using (true) with check (true);
insert into market_environment select 1, 'sim', saved_at from market_clock;
`;
