import { Client } from 'pg';
import type { Environment } from '#base/environment.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { MIGRATIONS } from './database/migrate.ts';

/** What a database holds before this program changes it. */
export interface Installed {
  /** `empty` without any table of ours, `older` when migrations are missing. */
  readonly tables: 'empty' | 'older' | 'present';
  /** The environment that the first start has chosen; null when none was stored. */
  readonly environment: Environment | null;
  /** Open of the market's last closed minute; null before the first. */
  readonly minuteAt: Instant | null;
}

/**
 * Reads what a database of this or an older version holds, and changes nothing.
 * @param ownerUrl - login that owns the tables
 * @throws AppError DATABASE_NEWER
 */
export async function readInstalled(ownerUrl: string): Promise<Installed> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'botyard versions' });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    const done = (await rowsOf<{ name: string }>(client, 'kysely_migration', 'name')).map(({ name }) => name);
    const newer = done.find((name) => !Object.hasOwn(MIGRATIONS, name));
    if (newer !== undefined) throw newerDatabase(newer);
    const missing = Object.keys(MIGRATIONS).length - done.length;
    const [claimed] = await rowsOf<{ environment: Environment }>(client, 'market_environment', 'environment');
    const [clock] = await rowsOf<{ at: Date }>(client, 'market_clock', 'minute_at as at');
    return {
      tables: done.length === 0 ? 'empty' : missing === 0 ? 'present' : 'older',
      environment: claimed?.environment ?? null,
      minuteAt: clock === undefined ? null : instantOf(clock.at.getTime()),
    };
  } finally {
    await client.end();
  }
}

/** The rows of a table; none when there is no such table. */
async function rowsOf<Row extends object>(client: Client, table: string, columns: string): Promise<readonly Row[]> {
  const found = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [table]);
  if (found.rows[0]?.isThere !== true) return [];
  return (await client.query<Row>(`select ${columns} from ${table}`)).rows;
}

function newerDatabase(migration: string): AppError {
  return new AppError(
    'DATABASE_NEWER',
    `The database was changed by a newer version of Botyard (${migration}). Start that version, or restore a backup of this one into a new DATA_DIR (botyard restore).`,
  );
}
