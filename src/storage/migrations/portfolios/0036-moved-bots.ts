import { type Kysely, sql } from 'kysely';

/**
 * A bot may move to another portfolio: its days, hours and totals are kept by portfolio, so that what it earned in each stays
 * there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table bot_totals drop constraint bot_totals_pkey, add primary key (bot_id, portfolio_id);
alter table bot_days drop constraint bot_days_pkey, add primary key (bot_id, portfolio_id, day);
alter table bot_hours drop constraint bot_hours_pkey, add primary key (bot_id, portfolio_id, ts);
`;
