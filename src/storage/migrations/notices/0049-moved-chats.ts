import { type Kysely, sql } from 'kysely';

/** Where a channel pointed before its receiver reported another address; null until that happens, and once the user saves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table notice_channels add column moved_from text').execute(db);
}
