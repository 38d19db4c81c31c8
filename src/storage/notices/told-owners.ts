import type { Database } from '../database/database.ts';

/** Users whom the state of the program concerns: those with a portfolio. */
export async function listToldOwners(engine: Database): Promise<readonly string[]> {
  const rows = await engine.db.selectFrom('portfolios').select('ownerId').distinct().orderBy('ownerId').execute();
  return rows.map(({ ownerId }) => ownerId);
}
