import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient, TypeOverrides, types } from 'pg';
import type { Statement } from './pipeline/pipelined-connection.ts';
import { pipelinedTransactions, type RunTransaction } from './pipeline/pipelined-transactions.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;
/** An open transaction. Functions that take one never commit; whoever opened it does. */
export type Tx = Transaction<Tables>;

/** A pool of connections under one login, to be closed once. */
export interface Database {
  readonly db: Db;
  /** Runs transactions whose statements do not wait for one another. */
  readonly run: RunTransaction<Tables>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly applicationName: string;
  readonly statementMsMax?: number;
  /** Left out: the connection waits for an answer as long as it takes. */
  readonly deadlineMs?: number;
  /** More settings of each session, as `name=value`. */
  readonly sessionSettings?: readonly string[];
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;
const CLOSE_MS_MAX = 1_000;
const IDENTITY_POOL_MAX = 4;
/** Longest run of a statement of a request, milliseconds: whoever waits longer is told to come again. */
const REQUEST_STATEMENT_MS_MAX = 5_000;

/**
 * Each statement of the engine is answered within this time, milliseconds, or its connection is dropped. What the server
 * then did is unknown, also of a commit, so every write of the engine can be repeated.
 */
const ENGINE_DEADLINE_MS = 5_000;
/**
 * The server gives a statement up after this part of the deadline, which keeps the connection. It never gives up a commit:
 * PostgreSQL ends the limit before it waits for disk and replicas, so a commit has the deadline alone.
 */
const GIVEN_UP_AFTER = 0.9;

/**
 * How long a server keeps a session whose client is cut off, with its locks: without these settings, two hours. A client
 * that is silent for three seconds is probed each second, and counts as gone after three probes without an answer.
 */
export const CUT_OFF_SOON: readonly string[] = [
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=8000',
];

/**
 * The same for a request, whose statements the server gives up after five seconds each: one may wait for those sent with it.
 * Without it, after a partition all requests would wait for connections on which nothing comes any more.
 */
const REQUEST_DEADLINE_MS = 15_000;

/** A day is a calendar date, not an instant, and stays text such as "2026-03-01". */
function typeParsers() {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.DATE, (text) => text);
  return parsers;
}

/**
 * Opens a pool of connections. Nothing connects before the first query.
 * @param url - `postgres://login:password@host:port/database`
 * @param poolMax - the most connections open at one time
 * @param statementMsMax - longest run of any statement of this pool; left out: as long as it takes
 * @param deadlineMs - after this time without an answer to a statement its connection is dropped; a connection must be there
 * within the same time
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { statementMsMax, deadlineMs, sessionSettings = [] } = options;
  const limit = statementMsMax === undefined ? [] : [`statement_timeout=${statementMsMax}`];
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: Math.min(deadlineMs ?? CONNECT_TIMEOUT_MS, CONNECT_TIMEOUT_MS),
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    ...(deadlineMs === undefined ? {} : { query_timeout: deadlineMs }),
    options: ['TimeZone=UTC', ...limit, ...sessionSettings].map((setting) => `-c ${setting}`).join(' '),
    types: typeParsers(),
    pipeline: true,
  });
  surviveDisconnects(pool);
  if (deadlineMs !== undefined) dropCutOff(pool);
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({
    dialect,
    // Keys inside JSON documents are data, such as symbols, and stay as they are.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  const end = async (): Promise<void> => {
    await db.destroy();
    if (!pool.ended) await pool.end(); // It knows only of a pool that it has used itself.
  };
  // A connection in use is waited for, but a frozen server never gives it back.
  const close = () => Promise.race([end(), sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
  return { db, run: pipelinedTransactions({ pool, db, dialect }), close };
}

/** Opens a pool of the login of requests, for `asUser` and `readAsUser`, which limit each statement at the server. */
export function openRequestDatabase(
  options: Pick<DatabaseOptions, 'url' | 'poolMax' | 'applicationName'>,
  deadlineMs = REQUEST_DEADLINE_MS,
): Database {
  return openDatabase({ ...options, deadlineMs, sessionSettings: freedAfter(deadlineMs) });
}

/** Settings of a server that gives up a transaction that its client has left open, and soon a session that is cut off. */
function freedAfter(ms: number): readonly string[] {
  return [`idle_in_transaction_session_timeout=${ms}`, ...CUT_OFF_SOON];
}

/**
 * Opens the pool of accounts and sessions. Its statements have the limit of those of requests: a sign-in, a refresh and the
 * check of a token belong to a request, and nothing else runs here.
 * @param url - of the identity login
 */
export function openIdentityDatabase(url: string): Database {
  return openDatabase({
    url,
    poolMax: IDENTITY_POOL_MAX,
    applicationName: 'botyard identity',
    statementMsMax: REQUEST_STATEMENT_MS_MAX,
    deadlineMs: REQUEST_DEADLINE_MS,
    sessionSettings: freedAfter(REQUEST_DEADLINE_MS),
  });
}

/**
 * Opens a pool of the engine's login. Each of its statements has a deadline, and a transaction that its client has left
 * open, as after a lost connection, holds its rows no longer than that.
 */
export function openEngineDatabase(
  options: Pick<DatabaseOptions, 'url' | 'poolMax' | 'applicationName'>,
  deadlineMs = ENGINE_DEADLINE_MS,
): Database {
  return openDatabase({
    ...options,
    deadlineMs,
    statementMsMax: GIVEN_UP_AFTER * deadlineMs,
    sessionSettings: freedAfter(deadlineMs),
  });
}

/**
 * A connection that the server ends fails its query, or is replaced before the next one. It says so a second time as an
 * event, which would end the program when nobody listens; the pool itself listens only to those that are idle.
 */
export function surviveDisconnects(pool: Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/**
 * Where one connection was dropped at its deadline, the others are likely cut off too. The idle ones are dropped with it, so
 * that not each of them costs a statement its deadline.
 */
function dropCutOff(pool: Pool): void {
  const idle = new Set<PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (_error, client) => {
    if (!client.connection.stream.destroyed) return void idle.add(client);
    void client.end(); // So that it is given to nobody while the event of its end is on the way.
    for (const other of idle) {
      other.emit('error', new Error('Connection terminated: another one was cut off'));
      other.connection.stream.destroy();
    }
  });
}

/**
 * Runs `work` in a transaction in which the request login sees the rows of one user alone. A statement that runs too long
 * is given up, and the transaction with it (see `ranTooLong`).
 * @param ownerId - the signed-in user; set for this transaction only, so a pooled connection carries nothing over
 */
export function asUser<T>(database: Database, ownerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.run({ opening: [{ sql: 'begin', parameters: [] }, forUser(ownerId)], work, isDone: 'as committed' });
}

/** The same for work that only reads, all of it as of one moment; whoever waits has the outcome before the transaction ends. */
export function readAsUser<T>(database: Database, ownerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.run({ opening: [BEGIN_TO_READ, forUser(ownerId)], work, isDone: 'as read' });
}

const BEGIN_TO_READ: Statement = { sql: 'begin isolation level repeatable read read only', parameters: [] };

/** Both settings hold until the end of the transaction, whether it is committed or not. */
function forUser(ownerId: string): Statement {
  return {
    sql: `select set_config('botyard.user', $1, true), set_config('statement_timeout', $2, true)`,
    parameters: [ownerId, String(REQUEST_STATEMENT_MS_MAX)],
  };
}

/**
 * Settings of the database that let it lose an acknowledged commit in a crash or a power cut.
 * @returns their names; none if acknowledged commits survive
 */
export async function lossySettings(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
     where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting in ('off', 'local')
     order by name`.execute(db);
  return rows.map(({ name }) => name);
}
