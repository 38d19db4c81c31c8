import { findEmbeddedPostgres, startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import {
  type Database,
  openEngineDatabase,
  openIdentityDatabase,
  openRequestDatabase,
} from '#storage/database/database.ts';
import { keepLogins } from '#storage/database/keep-logins.ts';
import { migrate } from '#storage/database/migrate.ts';
import { prepareRoles, refuseBypass } from '#storage/database/roles.ts';
import { type Installed, readInstalled } from '#storage/installed.ts';
import { type EngineLock, type EngineLockOptions, takeEngineLock } from '#storage/members/engine-lock.ts';
import type { Config } from './config.ts';
import type { Lifetime } from './lifetime.ts';

/** One login per purpose, so that a vulnerability in one part cannot reach the data of another. */
export interface Databases {
  /** Requests: row-level security shows the rows of one user. */
  readonly app: Database;
  readonly engine: Database;
  /** The engine's login, for the thread that opens connections of its own. */
  readonly engineUrl: string;
  /** The lab's login, for its thread and its queue. */
  readonly labUrl: string;
  /** Accounts and sessions. */
  readonly identity: Database;
  /** Whether the embedded server answers; one that somebody else runs counts as answering. */
  readonly isAnswering: () => boolean;
}

/** How the owner's login is reached; a configured database is left to its operator. */
export interface OwnerLoginOptions {
  /** The program holds the data folder, and with it the embedded PostgreSQL. */
  readonly isProgramRunning: boolean;
  /** Keeps the embedded server running and reports what happens to it; null for a short command. */
  readonly watchLog: ((line: string) => void) | null;
}

/** The login that owns the tables. */
export interface OwnerLogin {
  readonly url: string;
  readonly isAnswering: () => boolean;
}

export interface OpenOptions {
  readonly owner: OwnerLogin;
  /** Keeps our logins working and reports what happens to them; null for a short command. */
  readonly watchLog: ((line: string) => void) | null;
  /** Called before the tables of an older version are changed. When it rejects, they stay as they are. */
  readonly beforeUpgrade: (installed: Installed) => Promise<void>;
}

/** How the engine's lock is taken. */
export type LockOptions = Pick<EngineLockOptions, 'program' | 'log' | 'replaced'>;

/** The databases of the program that runs the engine. */
export interface EngineDatabases extends Databases {
  /** The program in `members`, under which the engine stores. */
  readonly memberId: string;
}

/**
 * Maximum number of connections; requests are many and short, and reads hold no more than eight of those for requests at
 * the same time (server/http/callers/request-turns.ts). The engine's writer has its own, in its own thread.
 */
const POOL_MAX = { app: 12, engine: 2 } as const;

/**
 * Brings the tables up to date and opens the logins for each purpose.
 * @throws AppError when it cannot be reached, or when a login could bypass row-level security
 */
export async function openDatabases(config: Config, lifetime: Lifetime, options: OpenOptions): Promise<Databases> {
  const { url: ownerUrl, isAnswering } = options.owner;
  const installed = await readInstalled(ownerUrl);
  if (installed.tables === 'older') await options.beforeUpgrade(installed);
  if (installed.tables !== 'present') await migrate(ownerUrl);
  const roles = {
    ownerUrl,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
    ...(config.databaseEngineUrl === null ? {} : { engineUrl: config.databaseEngineUrl }),
    ...(config.databaseIdentityUrl === null ? {} : { identityUrl: config.databaseIdentityUrl }),
    ...(config.databaseLabUrl === null ? {} : { labUrl: config.databaseLabUrl }),
  };
  const urls = await prepareRoles(roles);
  await Promise.all([refuseBypass(urls.appUrl), refuseBypass(urls.engineUrl)]);
  if (options.watchLog !== null) {
    const logins = keepLogins({ options: roles, urls, log: options.watchLog });
    await lifetime.add('database logins', () => logins.stop());
  }
  const keep = async (purpose: string, database: Database): Promise<Database> => {
    await lifetime.add(`database ${purpose}`, () => database.close());
    return database;
  };
  const app = { url: urls.appUrl, poolMax: POOL_MAX.app, applicationName: 'botyard app' };
  const engine = { url: urls.engineUrl, poolMax: POOL_MAX.engine, applicationName: 'botyard engine' };
  return {
    app: await keep('app', openRequestDatabase(app)),
    engine: await keep('engine', openEngineDatabase(engine)),
    engineUrl: urls.engineUrl,
    labUrl: urls.labUrl,
    identity: await keep('identity', openIdentityDatabase(urls.identityUrl)),
    isAnswering,
  };
}

/**
 * The same for the program that runs the engine, of which a database has one. Its lock is taken before anything is changed.
 * @throws AppError DATABASE_IN_USE, naming the program that holds the lock, and as `openDatabases` does
 */
export async function openEngineDatabases(
  config: Config,
  lifetime: Lifetime,
  { lock: lockOptions, ...options }: OpenOptions & { readonly lock: LockOptions },
): Promise<EngineDatabases> {
  const lock = await takeLock(options.owner.url, lifetime, lockOptions);
  const databases = await openDatabases(config, lifetime, options);
  return { ...databases, memberId: await lock.register() };
}

async function takeLock(ownerUrl: string, lifetime: Lifetime, options: LockOptions): Promise<EngineLock> {
  const stopping = new AbortController();
  const taking = takeEngineLock({ ...options, ownerUrl, signal: stopping.signal });
  await lifetime.add('lock of the engine', async () => {
    stopping.abort();
    const lock = await taking.catch(() => null); // The start has the failure.
    await lock?.release();
  });
  return taking;
}

/**
 * The login that owns the tables, of the configured database or of the embedded one, which is started if necessary. The
 * PostgreSQL of a running program is found and used; only that program starts and stops it.
 */
export async function openOwnerLogin(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  lifetime: Lifetime,
  { isProgramRunning, watchLog }: OwnerLoginOptions,
): Promise<OwnerLogin> {
  const isAnswering = (): boolean => true;
  if (config.databaseUrl !== null) return { url: config.databaseUrl, isAnswering };
  if (isProgramRunning) return { url: await findEmbeddedPostgres(config.dataDir), isAnswering };
  const starting = startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} });
  // Registered before it runs, so that a stop during the start leaves no server behind.
  await lifetime.add('embedded PostgreSQL', async () => {
    const started = await starting.catch(() => null); // The caller that waits for the start has the failure.
    await started?.stop();
  });
  const postgres = await starting;
  if (watchLog !== null) postgres.watch(watchLog);
  return { url: postgres.url, isAnswering: postgres.isAnswering };
}
