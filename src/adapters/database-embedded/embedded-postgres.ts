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
import { killServer } from './kill-server.ts';
import { isReachable, nativeFolder } from './native-folder.ts';
import { ensureDatabase, isWrongPassword, ownerUrl } from './owner-database.ts';
import { hasStoppedProcess, livePostmaster } from './postmaster.ts';
import { probeServer } from './probe-server.ts';
import { resetPassword } from './reset-password.ts';
import { type FoundServer, type PostgresOptions, runServer, stopServer } from './run-server.ts';
import { serverUser } from './server-user.ts';
import { type ServerWatch, watchServer } from './watch-server.ts';

export interface EmbeddedPostgres {
  /** Connection url of the owner, with password. The owner may create roles and databases but is not a superuser. */
  readonly url: string;
  /** Whether the server was already running, left behind by a killed program. */
  readonly wasAdopted: boolean;
  /** Keeps the server running from now on: one that is gone or silent is started again at the same url. */
  watch(log: (line: string) => void): void;
  /** Whether the server answers, as far as the watch knows. */
  isAnswering(): boolean;
  /** Stops watch and server within seconds, whatever state the server is in. */
  stop(): Promise<void>;
}

const SUPERUSER = 'postgres';
const ENTERABLE = 0o711;
const ADOPTION_TIMEOUT_MS = 60_000;
const POLL_MS = 5;
const SECRET = /^[0-9a-f]{64}$/;

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
  const left = (): Promise<number | null> => adopt(cluster, (port) => ownerUrl({ port, password }));
  const adoptedPort = await left();
  const { port, wasAdopted } =
    adoptedPort === null ? await start({ at: null, signal: null }) : { port: adoptedPort, wasAdopted: true };
  try {
    return { wasAdopted, ...kept(await connect(port), port) };
  } catch (error) {
    await stopServer(cluster); // Nobody else would stop it.
    if (!isWrongPassword(error)) throw error;
    return startWithNewSecret();
  }

  /** The file of the secret was lost or damaged. It guards nothing that the holder of these files could not read. */
  async function startWithNewSecret(): Promise<EmbeddedPostgres> {
    const programs = nativeFolder('uid' in user ? folder : null);
    await resetPassword({ cluster, programs, user, login: SUPERUSER, password: password(SUPERUSER) });
    const { port: newPort } = await start({ at: null, signal: null });
    try {
      return { wasAdopted: false, ...kept(await connect(newPort), newPort) };
    } catch (error) {
      await stopServer(cluster);
      throw error;
    }
  }

  async function start({ at, signal }: Pick<PostgresOptions, 'signal'> & { at: number | null }): Promise<FoundServer> {
    const programs = nativeFolder('uid' in user ? folder : null);
    const superuser = { name: SUPERUSER, password: password(SUPERUSER) };
    await createCluster({ cluster, programs, user, superuser });
    // Once watched, the server keeps its port, and what is left of another was killed.
    const adopt = at === null ? left : async () => null;
    return runServer({ cluster, programs, user, log: options.log, port: at, signal, adopt });
  }

  function kept(url: string, at: number): Omit<EmbeddedPostgres, 'wasAdopted'> {
    let watch: ServerWatch | null = null;
    return {
      url,
      watch(log) {
        const startAgain = async (signal: AbortSignal): Promise<void> => void (await start({ at, signal }));
        watch ??= watchServer({ cluster, port: at, url, start: startAgain, log });
      },
      isAnswering: () => watch?.isAnswering() ?? true,
      async stop() {
        await watch?.stop();
        await stopServer(cluster);
      },
    };
  }
}

/**
 * The server that another process of ours runs in a data folder, which alone may start, end and repair it.
 * @returns the connection url of the owner, once the server answers
 * @throws AppError DATABASE_NOT_STARTED when it does not answer within a minute
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string> {
  const folder = realpathSync(dataDir);
  const secret = readSecret(path.join(folder, 'secrets'));
  const password = (login: string): string => createHmac('sha256', secret).update(login).digest('hex');
  const cluster = path.join(folder, 'postgres');
  const deadline = performance.now() + ADOPTION_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const live = livePostmaster(cluster);
    if (live?.isReady === true) {
      const url = ownerUrl({ port: live.port, password });
      if ((await probeServer(url, new AbortController().signal, () => false)) === 'answers') return url;
    }
    await sleep(POLL_MS);
  }
  const sentence = `The database of the Botyard that runs on ${dataDir} does not answer. Try again, or stop that program first.`;
  throw new AppError('DATABASE_NOT_STARTED', sentence);
}

/**
 * The port of a running server of this folder, once it accepts connections; null when there is none or it is shutting
 * down. One that is frozen, or does not answer in a minute, is killed.
 */
async function adopt(cluster: string, urlAt: (port: number) => string): Promise<number | null> {
  const deadline = performance.now() + ADOPTION_TIMEOUT_MS;
  const { signal } = new AbortController();
  const isStopped = (): boolean => hasStoppedProcess(cluster);
  for (;;) {
    const live = livePostmaster(cluster);
    if (live === null) return null;
    const answer = live.isReady ? await probeServer(urlAt(live.port), signal, isStopped) : 'not-yet';
    if (answer === 'answers') return live.port;
    const isFrozen = answer === 'silent' && isStopped();
    if (isFrozen || performance.now() > deadline) {
      await killServer(cluster);
      return null;
    }
    await sleep(POLL_MS); // It may be starting, or be shutting down and gone a moment later.
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

/**
 * The random secret from which all passwords of this server are derived; readable by the owner only. A missing or damaged one
 * is made anew.
 */
function readSecret(folder: string): string {
  const file = path.join(folder, 'database-secret');
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (SECRET.test(stored)) return stored;
  const secret = randomBytes(32).toString('hex');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}
