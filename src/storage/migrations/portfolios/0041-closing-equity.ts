import { type Kysely, sql } from 'kysely';

/** A day of a portfolio's equity keeps what had been gained by its last hour, so that a curve by the day reads no hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table equity_spans add column last numeric;
update equity_spans as spans set last = hours.gained
  from portfolio_hours as hours where hours.portfolio_id = spans.portfolio_id and hours.ts = spans.last_at;
alter table equity_spans alter column last set not null;
`;
