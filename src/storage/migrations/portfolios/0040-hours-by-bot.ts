import { type Kysely, sql } from 'kysely';

/**
 * The hours of a portfolio are looked for by bot, each bot's last one first. The index by portfolio and time also gave them in
 * that order, and PostgreSQL took it: for a bot that was deleted long ago it then read all hours that the others had since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
drop index bot_hours_portfolio;
create index bot_hours_portfolio on bot_hours (portfolio_id);
`;
