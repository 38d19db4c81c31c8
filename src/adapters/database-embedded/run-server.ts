import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { failureOf } from './failure-of.ts';
import { killServer, signal } from './kill-server.ts';
import { dropStalePidFile, isRunning, livePostmaster, readPostmaster, serverProcesses } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';

export interface PostgresOptions {
  readonly cluster: string;
  readonly programs: string;
  readonly user: ServerUser;
  readonly log: (line: string) => void;
  /** Port to listen on; null chooses a free one. */
  readonly port: number | null;
  /** Ends the attempt to start; null leaves it to its own deadline. */
  readonly signal: AbortSignal | null;
  /** Port of a server of this folder that somebody else was already starting, once it answers; null when there is none. */
  readonly adopt: () => Promise<number | null>;
}

/** Where the server listens, and whether somebody else had started it. */
export interface FoundServer {
  readonly port: number;
  readonly wasAdopted: boolean;
}

const ATTEMPTS_MAX = 20;
const RETRY_MS = 250;
const POLL_MS = 5;
/** After a crash the server first replays its journal. */
const READY_TIMEOUT_MS = 300_000;
/** Afterwards it is killed, and replays its journal at the next start. */
const STOP_TIMEOUT_MS = 6_000;
/**
 * Reasons to try again: another program took the port, a server that another start has left is just writing its pid file, or the
 * processes of a killed server are still ending.
 */
const PASSING =
  /Address already in use|is still in use|already exists|"postmaster\.pid" is empty|server processes are still running/;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_checkpoints: 'off',
  jit: 'off',
  // A demo stores thousands of rows within seconds; until tables are analysed their queries are planned blindly.
  autovacuum_naptime: '10s',
};

/**
 * Starts the server and waits until it accepts connections. A program that was killed while it started may have left a server
 * that comes up meanwhile; then that one is taken.
 * @throws AppError DATABASE_NOT_STARTED with the end of the server's own log
 */
export async function runServer(options: PostgresOptions): Promise<FoundServer> {
  for (let attempt = 1; ; attempt++) {
    dropStalePidFile(options.cluster);
    const port = options.port ?? (await freePort());
    const outcome = await attemptStart(options, port);
    if (outcome === null) return { port, wasAdopted: false };
    const left = PASSING.test(outcome) ? await options.adopt() : null;
    if (left !== null) return { port: left, wasAdopted: true };
    options.log(outcome);
    if (attempt === ATTEMPTS_MAX || !PASSING.test(outcome) || options.signal?.aborted === true) {
      throw notStarted(outcome, options.cluster);
    }
    await sleep(RETRY_MS);
  }
}

const OTHER_VERSION = /initialized by PostgreSQL version (\d+), which is not compatible with this version (\d+)/;
/** Messages of the server about damaged files. */
const DAMAGED_FILES =
  /not a valid data directory|does not contain valid data|could not (?:load|read file|open file|locate)|contains no entries|incorrect checksum|pg_control/;

function notStarted(outcome: string, cluster: string): AppError {
  const versions = OTHER_VERSION.exec(outcome);
  if (versions !== null) {
    const sentence = `The database in ${cluster} was created by PostgreSQL ${versions[1]}, and this version of Botyard contains PostgreSQL ${versions[2]}. Nothing was changed. Make a backup with the version that you used before (botyard backup), and restore it with this one into a new DATA_DIR (botyard restore).`;
    return new AppError('DATABASE_NOT_STARTED', sentence);
  }
  const wayOut = DAMAGED_FILES.test(outcome)
    ? ` Files in ${cluster} are damaged: restore a backup into a new DATA_DIR (botyard restore).`
    : '';
  return new AppError('DATABASE_NOT_STARTED', `The embedded database did not start: ${failureOf(outcome)}${wayOut}`);
}

/** @returns why it did not start; null when it accepts connections */
async function attemptStart(options: PostgresOptions, port: number): Promise<string | null> {
  const { cluster, programs, user } = options;
  const logFile = `${cluster}.log`;
  // Appended to, so that a server that another start has left cannot write over the reason why this one ends.
  writeFileSync(logFile, '', { mode: 0o600 });
  const log = openSync(logFile, 'a');
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: Ctrl-C in a terminal must reach the program alone, which then stops the server last.
  // Its log is a file, not a pipe, because the server outlives a killed program.
  const child = spawn(path.join(programs, 'bin/postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...user,
    cwd: path.dirname(cluster),
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  closeSync(log);
  child.unref();
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', () => {
    failure ??= ''; // The reason is in the log; after a regular stop nobody reads this.
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (failure === null && performance.now() < deadline && options.signal?.aborted !== true) {
    const postmaster = readPostmaster(cluster);
    if (child.pid !== undefined && postmaster?.pid === child.pid && postmaster.isReady) return null;
    await sleep(POLL_MS);
  }
  if (failure === null) {
    await killServer(cluster);
    return options.signal?.aborted === true
      ? 'it was told to stop'
      : `it was not ready after ${READY_TIMEOUT_MS / 1000} s`;
  }
  return failure || readFileSync(logFile, 'utf8').trim() || 'it ended without a word';
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Stops the folder's server, if there is one: it rolls back open transactions, writes everything and closes connections.
 * A frozen server is woken first; one that does not stop in time is killed, which loses nothing committed.
 */
export async function stopServer(cluster: string): Promise<void> {
  const live = livePostmaster(cluster);
  if (live === null) return killServer(cluster); // Its children outlive a killed postmaster for a moment, frozen ones for good.
  for (const pid of serverProcesses(cluster)) signal(pid, 'SIGCONT');
  signal(live.pid, 'SIGINT'); // The fast shutdown; SIGTERM would wait for every client to leave.
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  // The pid file goes last. The process itself may linger as a zombie when its starter was killed.
  while (readPostmaster(cluster)?.pid === live.pid && isRunning(live.pid)) {
    if (performance.now() > deadline) return killServer(cluster);
    await sleep(POLL_MS);
  }
}
