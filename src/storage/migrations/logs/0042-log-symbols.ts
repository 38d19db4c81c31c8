import { type QueryExecutorProvider, sql } from 'kysely';

/** The log of one symbol is read from an index: a symbol that is rarely traded is rare among the lines of its owner. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create index logs_symbol on logs (owner_id, symbol, ts desc, log_id desc) where symbol is not null;
`;
