import { type Kysely, sql } from 'kysely';

/** A refresh token that is used twice within its grace gives the same successor, which follows from this salt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table refresh_tokens add column successor_salt text').execute(db);
}
