import { type Kysely, sql } from 'kysely';

/** Each start reads from which addresses accounts have signed in; other rows of the trail outnumber these by far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_trail_sign_ins on audit_trail (owner_id, address, seq) where event = 'signed-in'`.execute(
    db,
  );
}
