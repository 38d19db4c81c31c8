import { type Kysely, sql } from 'kysely';

/**
 * How much the jobs of a backtest have computed and how long workers took, which is the speed of this installation; and an
 * index that finds the best point of a test without reading them all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table test_conditions
  add column candles_passed double precision not null default 0,
  add column worker_ms double precision not null default 0;
create index test_conditions_measured on test_conditions (created_at desc) where worker_ms > 0;
create index test_bots_ranked on test_bots (condition_id, rank_value desc nulls last, number) where figures is not null;
`;
