import { Client } from 'pg';

/** An address from which somebody has signed in to an account. */
export interface KnownAddress {
  readonly email: string;
  readonly address: string;
}

/**
 * The addresses from which accounts have signed in, the most recent ones last.
 * @param ownerUrl - login that owns the tables; no other login may read the audit trail
 * @param limit - maximum number; the oldest are left out
 */
export async function knownAddresses(ownerUrl: string, limit: number): Promise<readonly KnownAddress[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'botyard known addresses' });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    const { rows } = await client.query<KnownAddress>(
      `select email, address from (
         select owner_id, address, max(seq) as seq from audit_trail
          where event = 'signed-in' and address is not null
          group by owner_id, address order by max(seq) desc limit $1
       ) as latest join users on users.user_id = latest.owner_id order by latest.seq`,
      [limit],
    );
    return rows;
  } finally {
    await client.end();
  }
}
