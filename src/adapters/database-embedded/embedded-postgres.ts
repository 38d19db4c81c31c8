import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { createCluster } from './create-cluster.ts';
import { isReachable, nativeFolder } from './native-folder.ts';
import { ensureDatabase } from './owner-database.ts';
import { livePostmaster } from './postmaster.ts';
import { runServer, stopServer } from './run-server.ts';
import { serverUser } from './server-user.ts';

export interface EmbeddedPostgres {
  /** Connection url of the owner, with password. The owner may create roles and databases but is not a superuser. */
  readonly url: string;
  /** Whether the server was already running, left behind by a killed program. */
  readonly wasAdopted: boolean;
  stop(): Promise<void>;
}

const SUPERUSER = 'postgres';
const ENTERABLE = 0o711;
const ADOPTION_TIMEOUT_MS = 60_000;
const POLL_MS = 5;

/**
 * Runs a PostgreSQL server of our own in a data folder, reachable from this machine only. The caller holds the folder:
 * two programs must not do this with one folder at a time.
 * @param options - `dataDir` is created if missing; `log` receives the server's output when it fails
 * @throws AppError DATABASE_NOT_INSTALLED, DATABASE_FOLDER_UNREACHABLE, DATABASE_NOT_CREATED, DATABASE_NOT_STARTED
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const folder = openFolder(options.dataDir, 'uid' in user);
  const secret = readSecret(path.join(folder, 'secrets'));
  const password = (login: string): string => createHmac('sha256', secret).update(login).digest('hex');
  const cluster = path.join(folder, 'postgres');
  const connect = (port: number): Promise<string> => ensureDatabase({ port, superuser: SUPERUSER, password });
  const adopted = await adopt(cluster, connect);
  if (adopted !== null) return { ...adopted, wasAdopted: true };
  const { pid, port } = await start();
  return { url: await connect(port), wasAdopted: false, stop: () => stopServer(cluster, pid) };

  async function start(): Promise<{ pid: number; port: number }> {
    const programs = nativeFolder('uid' in user ? folder : null);
    const superuser = { name: SUPERUSER, password: password(SUPERUSER) };
    await createCluster({ cluster, programs, user, superuser });
    return runServer({ cluster, programs, user, log: options.log });
  }
}

/** A running server of this folder, once it accepts connections; null when there is none or it is shutting down. */
async function adopt(
  cluster: string,
  connect: (port: number) => Promise<string>,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'> | null> {
  const deadline = performance.now() + ADOPTION_TIMEOUT_MS;
  for (;;) {
    const live = livePostmaster(cluster);
    if (live === null) return null;
    try {
      if (live.isReady) return { url: await connect(live.port), stop: () => stopServer(cluster, live.pid) };
    } catch (error) {
      if (performance.now() > deadline) throw error; // It may be shutting down, and is gone a moment later.
    }
    if (performance.now() > deadline) return null;
    await sleep(POLL_MS);
  }
}

/** The folder with links resolved, as in the server's command line. */
function openFolder(dataDir: string, isForOtherUser: boolean): string {
  mkdirSync(dataDir, { recursive: true, mode: isForOtherUser ? ENTERABLE : 0o700 });
  const folder = realpathSync(dataDir);
  if (!isForOtherUser) return folder;
  chmodSync(folder, statSync(folder).mode | ENTERABLE);
  if (isReachable(folder)) return folder;
  throw new AppError(
    'DATABASE_FOLDER_UNREACHABLE',
    `As root the database runs as user ${SUPERUSER}, who cannot reach ${folder}. Set DATA_DIR to a folder that other users may pass through, such as /var/lib/botyard.`,
  );
}

/** The random secret from which all passwords of this server are derived; readable by the owner only. */
function readSecret(folder: string): string {
  const file = path.join(folder, 'database-secret');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}
