import { Client } from 'pg';

/** Makes the database refuse the engine's commits as a full disk does. */
export interface FullDisk {
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  close(): Promise<void>;
}

const FILL = `
  create or replace function refuse_as_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/16384/16402": No space left on device' using errcode = 'disk_full';
    end $$;
  create trigger disk_is_full before insert or update on market_clock
    for each statement execute function refuse_as_full()`;

/**
 * PostgreSQL itself raises the error, with its own code, in the statement that stores the engine's clock: each of the
 * engine's transactions ends with it.
 */
export async function openFullDisk(ownerUrl: string): Promise<FullDisk> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    fill: async () => void (await owner.query(FILL)),
    makeRoom: async () => void (await owner.query('drop trigger if exists disk_is_full on market_clock')),
    close: () => owner.end(),
  };
}
