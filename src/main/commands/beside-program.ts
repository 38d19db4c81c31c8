import { AppError } from '#base/errors.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import type { Config } from '../config.ts';
import { holdDataFolder } from '../data-folder/hold-data-folder.ts';
import { type Databases, openDatabases, openOwnerLogin } from '../databases.ts';
import { type Lifetime, openLifetime } from '../lifetime.ts';

/** Runs a command on the databases, whether or not the program is running, and closes everything afterwards. */
export async function besideProgram(config: Config, act: (databases: Databases) => Promise<string>): Promise<void> {
  await withOwnLifetime(config, async (lifetime, isProgramRunning) => {
    const owner = await openOwnerLogin(config, lifetime, { isProgramRunning, watchLog: null });
    const beforeUpgrade = async (): Promise<void> => {
      throw olderDatabase();
    };
    const databases = await openDatabases(config, lifetime, { owner, watchLog: null, beforeUpgrade });
    process.stdout.write(`${await act(databases)}\n`);
  });
}

/** Only the program checks before it changes the tables whether all of an installation can be continued. */
function olderDatabase(): AppError {
  return new AppError(
    'DATABASE_OLDER',
    'The database is that of an older version of Botyard. Start the program first (npm start), which brings it up to date; then run the command again.',
  );
}

/** The same for a command that needs only the login that owns the tables; it leaves the tables as they are. */
export async function besideOwner(config: Config, act: (ownerUrl: string) => Promise<string>): Promise<void> {
  await withOwnLifetime(config, async (lifetime, isProgramRunning) => {
    const { url } = await openOwnerLogin(config, lifetime, { isProgramRunning, watchLog: null });
    process.stdout.write(`${await act(url)}\n`);
  });
}

/**
 * Runs a command that opens parts of the program, and closes them afterwards. It locks the data folder, or uses the
 * database of the program once that is ready; while another process uses the folder, it waits.
 * @throws AppError DATABASE_UNAVAILABLE when the database ends during the work
 */
export async function withOwnLifetime(
  config: Config,
  work: (lifetime: Lifetime, isProgramRunning: boolean) => Promise<void>,
): Promise<void> {
  const lifetime = openLifetime((part, cause) => process.stderr.write(`${part} did not stop cleanly: ${cause}\n`));
  try {
    const isProgramRunning = config.databaseUrl === null && !(await tookDataFolder(config, lifetime));
    await work(lifetime, isProgramRunning);
  } catch (cause) {
    if (storeTroubleOf(cause) !== 'unreachable') throw cause;
    const sentence = 'The database ended while the command used it. Check whether it took effect before you repeat it.';
    throw new AppError('DATABASE_UNAVAILABLE', sentence, { cause });
  } finally {
    await lifetime.close();
  }
}

async function tookDataFolder({ dataDir }: Config, lifetime: Lifetime): Promise<boolean> {
  const hold = await holdDataFolder(dataDir, (sentence) => process.stderr.write(`${sentence}\n`));
  if (hold.kind === 'program-ready') return false;
  await lifetime.add('data folder', async () => hold.release());
  return true;
}
