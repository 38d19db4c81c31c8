import { type Kysely, sql } from 'kysely';

/** How much the jobs of a backtest have computed, and how long workers took: the speed of this installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table test_conditions
  add column candles_passed double precision not null default 0,
  add column worker_ms double precision not null default 0;
create index test_conditions_measured on test_conditions (created_at desc) where worker_ms > 0;
`;
