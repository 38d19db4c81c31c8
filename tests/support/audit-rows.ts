import { Client } from 'pg';
import { readAudit, type ShownRow } from '#storage/audit/read-audit.ts';

/** All rows of the audit trail. */
export function auditRows(ownerUrl: string): Promise<readonly ShownRow[]> {
  return readAudit(ownerUrl, { emails: null, since: null }, async (reading) => {
    const rows: ShownRow[] = [];
    for await (const batch of reading?.rows ?? []) rows.push(...batch);
    return rows;
  });
}

/** Runs statements with the login that owns the tables, as somebody who got hold of it would. */
export async function asOwner(ownerUrl: string, statement: string): Promise<void> {
  const client = new Client(ownerUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * What is recorded of a user, oldest first.
 * @param owner - a connection of the login that owns the tables
 */
export async function readEvents(owner: Client, ownerId: string): Promise<readonly string[]> {
  const statement = 'select event from audit_trail where owner_id = $1 order by seq';
  const { rows } = await owner.query<{ event: string }>(statement, [ownerId]);
  return rows.map(({ event }) => event);
}
