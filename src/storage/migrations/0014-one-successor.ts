import { type Kysely, sql } from 'kysely';

/** A refresh token used twice within its grace period gives the same successor, which is derived from this salt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table refresh_tokens add column successor_salt text').execute(db);
}
