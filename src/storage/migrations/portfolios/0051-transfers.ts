import { type Kysely, sql } from 'kysely';

/** What was paid into a portfolio and out of it is found without reading its fills. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_transfers on ledger (portfolio_id, ts) where account = 'transfer'`.execute(db);
}
