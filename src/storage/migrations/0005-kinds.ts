import { type Kysely, sql } from 'kysely';

/**
 * Only the program's registry defines the kinds of bots; the tables no longer hold a second list. The stored
 * state of a bot names its kind, because the engine reads its parameters by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table portfolios drop constraint portfolios_kind_check;
alter table strategies drop constraint strategies_kind_check;
alter table bots drop constraint bots_kind_check;
update bots set snapshot = jsonb_set(snapshot, '{bot,kind}', to_jsonb(kind));
`;
