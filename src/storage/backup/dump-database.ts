import { Client } from 'pg';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';

/** A table of the dump and its columns, in the order in which they appear in a row. */
export interface DumpedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The last value of an identity column; null when none was given out yet. */
export interface DumpedSequence {
  readonly table: string;
  readonly column: string;
  /** A whole number as text. */
  readonly lastValue: string | null;
}

/** All rows of all users, as of one moment. */
export interface DatabaseDump {
  /** Name of the last migration of this database. */
  readonly migration: string;
  /** Open of the last minute that the engine has stored; null before its first. */
  readonly minuteAt: Date | null;
  /** A table comes after those that it refers to, so rows can be inserted in this order. */
  readonly tables: readonly DumpedTable[];
  readonly sequences: readonly DumpedSequence[];
  /** The rows of a table in batches, each row as PostgreSQL's exact text of the whole row. One table at a time. */
  rows(table: string): AsyncGenerator<readonly string[]>;
}

const BATCH_ROWS = 1_000;

/**
 * Tables that are not dumped: the records of the migrations, which a restore writes itself, the sessions, because an
 * older copy would bring back sessions that were ended since, and the programs that run on this database.
 */
const LEFT_OUT = ['kysely_migration', 'kysely_migration_lock', 'refresh_tokens', 'members'];

/**
 * Reads the whole database in one transaction that sees a single moment, while others go on writing.
 * @param ownerUrl - login that owns the tables; its policies let it see the rows of every user
 * @param work - reads the dump; it ends with this function
 * @throws AppError BACKUP_NOT_POSSIBLE when there is nothing to dump, or rows could be hidden from this login
 */
export async function dumpDatabase(ownerUrl: string, work: (dump: DatabaseDump) => Promise<void>): Promise<void> {
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'botyard backup',
    options: '-c TimeZone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await work(await openDump(client));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function openDump(client: Client): Promise<DatabaseDump> {
  const tables = await tablesOf(client);
  if (tables.length === 0)
    throw impossible('The database holds no tables of Botyard yet: there is nothing to back up.');
  await refuseHiddenRows(client, tables);
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1');
  const clock = await client.query<{ minute_at: Date }>('select minute_at from market_clock');
  const sequences = await client.query<DumpedSequence>(SEQUENCES);
  return {
    migration: applied.rows[0]?.name ?? '',
    minuteAt: clock.rows[0]?.minute_at ?? null,
    tables,
    sequences: sequences.rows,
    async *rows(table) {
      const name = client.escapeIdentifier(table);
      await client.query(
        `declare dumped no scroll cursor for select dumped_row::text as line from ${name} as dumped_row`,
      );
      for (;;) {
        const { rows } = await client.query<{ line: string }>(`fetch ${BATCH_ROWS} from dumped`);
        if (rows.length === 0) break;
        yield rows.map(({ line }) => line);
      }
      await client.query('close dumped');
    },
  };
}

interface FoundTable extends DumpedTable {
  readonly refersTo: readonly string[];
}

async function tablesOf(client: Client): Promise<readonly DumpedTable[]> {
  let { rows: rest } = await client.query<FoundTable>(TABLES, [LEFT_OUT]);
  const ordered: DumpedTable[] = [];
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ refersTo }) => !refersTo.some((other) => waiting.has(other)));
    assert(next.length > 0, 'no two tables refer to each other');
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
    rest = rest.filter((table) => !next.includes(table));
  }
  return ordered;
}

/**
 * Row-level security binds the owner too, and would drop rows silently where its own policy is missing.
 * @throws AppError BACKUP_NOT_POSSIBLE
 */
async function refuseHiddenRows(client: Client, tables: readonly DumpedTable[]): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(OPEN_TO_OWNER);
  const open = new Set(rows.map(({ tablename }) => tablename));
  const hidden = tables.filter(({ name }) => !open.has(name)).map(({ name }) => name);
  if (hidden.length === 0) return;
  throw impossible(
    `This login may not see every row of ${hidden.join(', ')} in the schema public. Set DATABASE_URL to the login that owns Botyard's tables, in a database of their own.`,
  );
}

function impossible(sentence: string): AppError {
  return new AppError('BACKUP_NOT_POSSIBLE', sentence);
}

const TABLES = `
  select c.relname as name,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
         array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as "refersTo"
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
   order by c.relname`;

const OPEN_TO_OWNER = `
  select tablename from pg_policies
   where schemaname = 'public' and permissive = 'PERMISSIVE' and cmd = 'ALL' and qual = 'true' and current_user = any (roles)`;

const SEQUENCES = `
  select t.relname as "table", a.attname as "column", s.last_value::text as "lastValue"
    from pg_depend d
    join pg_class c on c.oid = d.objid and c.relkind = 'S' and d.classid = 'pg_class'::regclass
    join pg_sequences s on s.schemaname = 'public' and s.sequencename = c.relname
    join pg_class t on t.oid = d.refobjid and t.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
   where d.deptype in ('a', 'i') order by 1, 2`;
