import { type Kysely, sql } from 'kysely';

/**
 * A bot refers to an existing strategy, or to none. Deleting a strategy clears it from bots already deleted; bots
 * that still run are checked first, where the strategy's row is locked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
update bots set strategy_id = null
 where strategy_id is not null and not exists (select from strategies where strategies.strategy_id = bots.strategy_id);
alter table bots add foreign key (strategy_id) references strategies on delete set null;
`;
