import { type Kysely, sql } from 'kysely';

/**
 * The greatest number that was promised to a version of the strategy. The engine stores a version together with the bots that
 * get it, some time after its number was chosen; nobody else may take the number meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table strategies add column promised_version integer not null default 0`.execute(db);
}
