import { type Kysely, sql } from 'kysely';

/** The roll-up of a portfolio keeps the worst result of each hour and day, so that nobody looks for it among all cycles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table portfolio_results add column worst numeric;
update portfolio_results as sums set worst = found.worst
  from (select portfolio_id, span, date_trunc(span, end_at, 'UTC') as begin_at, min(result) as worst
          from cycles cross join (values ('hour'), ('day')) as spans (span)
         where end_at is not null and state <> 'CANCELED' group by 1, 2, 3) as found
 where sums.portfolio_id = found.portfolio_id and sums.span = found.span and sums.begin_at = found.begin_at;
`;
