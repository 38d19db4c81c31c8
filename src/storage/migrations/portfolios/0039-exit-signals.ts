import { type Kysely, sql } from 'kysely';

/** Cycles that a rule ended have a count of their own: for rules they are most of what would be "other" otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table portfolio_results add column exit_signals integer not null default 0;
update portfolio_results as sums set exit_signals = counted.exit_signals
  from (select portfolio_id, span, date_trunc(span, end_at, 'UTC') as begin_at, count(*) as exit_signals
          from cycles cross join (values ('hour'), ('day')) as spans (span)
         where end_at is not null and close_reason = 'exit_signal' group by 1, 2, 3) as counted
 where sums.portfolio_id = counted.portfolio_id and sums.span = counted.span and sums.begin_at = counted.begin_at;
`;
