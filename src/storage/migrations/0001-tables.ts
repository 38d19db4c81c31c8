import { type Kysely, sql } from 'kysely';
import { identityTables } from './0001/identity-tables.ts';
import { planTables } from './0001/plan-tables.ts';
import { protectRows } from './0001/protect-rows.ts';
import { recordTables } from './0001/record-tables.ts';

/** Money is NUMERIC with its own decimals; instants are timestamptz; the state that the engine resumes from is JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [planTables, recordTables, identityTables, protectRows]) {
    await sql.raw(statements).execute(db);
  }
}
