import { AppError } from '#base/errors.ts';
import type { Config } from '../config.ts';
import { takeDataFolder } from '../data-folder.ts';
import { type Databases, openDatabases, openOwnerLogin } from '../databases.ts';
import { type Lifetime, openLifetime } from '../lifetime.ts';

/** Runs a command on the databases, whether or not the program is running, and closes everything afterwards. */
export async function besideProgram(config: Config, act: (databases: Databases) => Promise<string>): Promise<void> {
  await withOwnLifetime(config, async (lifetime, isProgramRunning) => {
    const databases = await openDatabases(config, lifetime, { isProgramRunning, watchLog: null });
    process.stdout.write(`${await act(databases)}\n`);
  });
}

/** The same for a command that needs only the login that owns the tables; it leaves the tables as they are. */
export async function besideOwner(config: Config, act: (ownerUrl: string) => Promise<string>): Promise<void> {
  await withOwnLifetime(config, async (lifetime, isProgramRunning) => {
    const { url } = await openOwnerLogin(config, lifetime, { isProgramRunning, watchLog: null });
    process.stdout.write(`${await act(url)}\n`);
  });
}

/** Runs a command that opens parts of the program, and closes them afterwards. The data folder is locked if it is free. */
export async function withOwnLifetime(
  config: Config,
  work: (lifetime: Lifetime, isProgramRunning: boolean) => Promise<void>,
): Promise<void> {
  const lifetime = openLifetime((part, cause) => process.stderr.write(`${part} did not stop cleanly: ${cause}\n`));
  try {
    const isProgramRunning = config.databaseUrl === null && !(await tookDataFolder(config, lifetime));
    await work(lifetime, isProgramRunning);
  } finally {
    await lifetime.close();
  }
}

/** While the program holds the folder, its PostgreSQL is running and must keep running afterwards. */
async function tookDataFolder(config: Config, lifetime: Lifetime): Promise<boolean> {
  try {
    const folder = takeDataFolder(config.dataDir);
    await lifetime.add('data folder', async () => folder.release());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATA_FOLDER_IN_USE') return false;
    throw error;
  }
}
