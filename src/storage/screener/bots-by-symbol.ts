import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** How many bots of the owner trade each symbol; deleted ones do not count. */
export async function countBotsBySymbol(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ symbol: string; count: number }>`
    select symbol, count(*)::int as count
      from bots cross join jsonb_array_elements_text(symbols) as symbol
     where owner_id = ${ownerId} and deleted_at is null group by symbol`.execute(tx);
  return new Map(rows.map(({ symbol, count }) => [symbol, count]));
}
