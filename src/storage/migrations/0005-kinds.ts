import { type Kysely, sql } from 'kysely';

/**
 * Which kinds of bots there are is said by the program's registry alone, not by a second list in the tables. The stored
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
