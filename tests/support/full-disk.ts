import { Client } from 'pg';

/** Makes the database refuse to write to one table, as a full disk does. */
export interface FullDisk {
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  close(): Promise<void>;
}

/**
 * PostgreSQL itself raises the error, with its own code, in the statement that writes to the table.
 * @param table - by default that of the engine's clock, with which each of the engine's transactions ends
 */
export async function openFullDisk(ownerUrl: string, table = 'market_clock'): Promise<FullDisk> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const fill = `
    create or replace function refuse_as_full() returns trigger language plpgsql as $$
      begin
        raise exception 'could not extend file "base/16384/16402": No space left on device' using errcode = 'disk_full';
      end $$;
    create trigger disk_is_full before insert or update on ${table} for each statement execute function refuse_as_full()`;
  return {
    fill: async () => void (await owner.query(fill)),
    makeRoom: async () => void (await owner.query(`drop trigger if exists disk_is_full on ${table}`)),
    close: () => owner.end(),
  };
}
