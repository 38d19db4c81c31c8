import { Client } from 'pg';
import { holderName, readLockHolder } from './lock-holder.ts';

/**
 * The program that runs the engine of a database, in words; null when none does.
 * @param ownerUrl - login that owns the tables
 */
export async function runningEngine(ownerUrl: string): Promise<string | null> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'botyard doctor' });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    const holder = await readLockHolder(client);
    if (holder === null) return null;
    const seen = holder.member === null ? '' : `, last seen ${holder.member.seenAt.toISOString()}`;
    return holderName(holder) + seen;
  } finally {
    await client.end();
  }
}
