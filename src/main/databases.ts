import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { migrate } from '#storage/database/migrate.ts';
import { prepareRoles, refuseBypass } from '#storage/database/roles.ts';
import type { Config } from './config.ts';
import type { Lifetime } from './lifetime.ts';

/** One login per purpose, so that a vulnerability in one part cannot reach the data of another. */
export interface Databases {
  /** Requests: row-level security shows the rows of one user. */
  readonly app: Database;
  readonly engine: Database;
  /** The engine's login, for the thread that opens connections of its own. */
  readonly engineUrl: string;
  /** Accounts and sessions. */
  readonly identity: Database;
}

/** Maximum number of connections; requests are many and short. The engine's writer has its own, in its own thread. */
const POOL_MAX = { app: 12, engine: 2, identity: 4 } as const;

/**
 * Opens the configured database, or starts the embedded one; brings its tables up to date.
 * @param isProgramRunning - another of our processes holds the data folder, and with it the embedded PostgreSQL
 * @throws AppError when it cannot be reached, or when a login could bypass row-level security
 */
export async function openDatabases(
  config: Config,
  lifetime: Lifetime,
  { isProgramRunning }: { readonly isProgramRunning: boolean } = { isProgramRunning: false },
): Promise<Databases> {
  const ownerUrl = await openOwnerLogin(config, lifetime, { isProgramRunning });
  await migrate(ownerUrl);
  const urls = await prepareRoles({
    ownerUrl,
    ...(config.databaseAppUrl === null ? {} : { appUrl: config.databaseAppUrl }),
    ...(config.databaseEngineUrl === null ? {} : { engineUrl: config.databaseEngineUrl }),
    ...(config.databaseIdentityUrl === null ? {} : { identityUrl: config.databaseIdentityUrl }),
  });
  await Promise.all([refuseBypass(urls.appUrl), refuseBypass(urls.engineUrl)]);
  const open = async (purpose: keyof typeof POOL_MAX, url: string): Promise<Database> => {
    const database = openDatabase({ url, poolMax: POOL_MAX[purpose], applicationName: `botyard ${purpose}` });
    await lifetime.add(`database ${purpose}`, () => database.close());
    return database;
  };
  return {
    app: await open('app', urls.appUrl),
    engine: await open('engine', urls.engineUrl),
    engineUrl: urls.engineUrl,
    identity: await open('identity', urls.identityUrl),
  };
}

/**
 * The login that owns the tables, of the configured database or of the embedded one, which is started if necessary. The
 * PostgreSQL of a running program is found and used; only that program stops it.
 */
export async function openOwnerLogin(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  lifetime: Lifetime,
  { isProgramRunning }: { readonly isProgramRunning: boolean },
): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => {} });
  if (!(isProgramRunning && postgres.wasAdopted)) {
    await lifetime.add('embedded PostgreSQL', () => postgres.stop());
  }
  return postgres.url;
}
