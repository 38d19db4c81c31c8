import { Client, DatabaseError } from 'pg';
import { AppError } from '#base/errors.ts';
import { MIGRATIONS, migrate } from '../database/migrate.ts';
import { drawInstallationCode } from './draw-installation-code.ts';
import type { DumpedSequence, DumpedTable } from './dump-database.ts';

/** What to load: the head of a dump, and its rows in the order in which they were dumped. */
export interface LoadOptions {
  /** Login that owns the tables. Its database must hold no row. */
  readonly ownerUrl: string;
  readonly migration: string;
  readonly sequences: readonly DumpedSequence[];
  /** Batches of rows of one table after another. */
  readonly rows: AsyncIterable<{ readonly table: DumpedTable; readonly lines: readonly string[] }>;
  /** Sessions begun before this moment end. */
  readonly sessionsSince: Date;
}

/** Whether this program has the migration, and so can create the tables of such a dump. */
export function knowsMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name);
}

/**
 * Creates the tables as they were at the dump, loads its rows in one transaction, and brings the tables up to date. The names of
 * later orders differ from those of before, and every exchange account is halted.
 * Afterwards either everything is loaded or no table is left.
 * @throws AppError RESTORE_NOT_EMPTY when the database already holds rows, RESTORE_FAILED
 */
export async function loadDatabase(options: LoadOptions): Promise<void> {
  const { ownerUrl } = options;
  await withClient(ownerUrl, async (client) => {
    await refuseRows(client);
    await dropTables(client);
  });
  try {
    await migrate(ownerUrl, upTo(options.migration));
    await withClient(ownerUrl, (client) => load(client, options));
    await migrate(ownerUrl);
  } catch (error) {
    await withClient(ownerUrl, dropTables);
    if (!(error instanceof DatabaseError)) throw error;
    throw new AppError('RESTORE_FAILED', `The database refused the rows of the backup: ${error.message}.`, {
      cause: error,
    });
  }
}

function upTo(last: string): typeof MIGRATIONS {
  const names = Object.keys(MIGRATIONS);
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.indexOf(name) <= names.indexOf(last)));
}

async function load(client: Client, options: LoadOptions): Promise<void> {
  const tables = await readColumns(client);
  await client.query('begin');
  for await (const { table, lines } of options.rows) {
    refuseOtherColumns(table, tables.get(table.name));
    const name = client.escapeIdentifier(table.name);
    await client.query(`insert into ${name} overriding system value select * from unnest($1::${name}[])`, [lines]);
  }
  for (const { table, column, lastValue } of options.sequences) {
    if (lastValue === null) continue;
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3)', [table, column, lastValue]);
  }
  // A backup from before there were exchange accounts has no orders whose names could be repeated.
  if (tables.has('installation_codes')) await drawInstallationCode(client);
  await client.query('update users set valid_since = greatest(valid_since, $1)', [options.sessionsSince]);
  await client.query('commit');
}

function refuseOtherColumns({ name, columns }: DumpedTable, created: readonly string[] | undefined): void {
  if (created?.join() === columns.join()) return;
  throw new AppError(
    'RESTORE_FAILED',
    `The table ${name} of the backup has columns that this program does not create (${columns.join(', ')}).`,
  );
}

async function readColumns(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<DumpedTable>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' group by table_name`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Tables without rows, as a first start or a killed restore leaves them, count as empty; a killed start leaves itself in `members`. */
async function refuseRows(client: Client): Promise<void> {
  for (const name of await tableNames(client)) {
    if (name.startsWith('kysely_') || name === 'members') continue;
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount === 0) continue;
    throw new AppError(
      'RESTORE_NOT_EMPTY',
      `The database already holds rows (in ${name}). A restore needs an empty one: create it and set DATABASE_URL to it.`,
    );
  }
}

async function dropTables(client: Client): Promise<void> {
  const names = await tableNames(client);
  if (names.length === 0) return;
  await client.query(`drop table ${names.map((name) => client.escapeIdentifier(name)).join(', ')} cascade`);
}

async function tableNames(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public'`,
  );
  return rows.map(({ tablename }) => tablename);
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'botyard restore',
    options: '-c TimeZone=UTC -c statement_timeout=0',
  });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
