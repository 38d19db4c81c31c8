import { type Kysely, sql } from 'kysely';

/**
 * The exchange by whose market the accounts of this database live. Until now there was one: whoever has a clock has
 * lived on the simulated market.
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
