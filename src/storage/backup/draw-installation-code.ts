import type { Client } from 'pg';
import { drawCode } from '../live/installation-code.ts';

/**
 * Makes restored rows another installation: its orders bear a new code, because the backup lacks intents that were sent after it and
 * would repeat their names, and every exchange account is halted until its user has seen what happened meanwhile.
 */
export async function drawInstallationCode(client: Client): Promise<void> {
  const { rows } = await client.query<{ code: string }>('select code from installation_codes');
  // The newest code names orders, also where this machine's clock is behind that of the backup.
  await client.query(
    `insert into installation_codes
     select $1, greatest(now(), max(drawn_at) + interval '1 millisecond') from installation_codes`,
    [drawCode(rows.map(({ code }) => code))],
  );
  await client.query(`update exchange_accounts set halted_at = now(), halt_reason = 'RESTORED'`);
}
