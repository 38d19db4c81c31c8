import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { stopLeftServer } from '#adapters/database-embedded/stop-left-server.ts';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { syncFolder } from '#files/sync-folder.ts';
import { voidedUntil } from '#identity/sessions.ts';
import { readState } from '#simulator/stored/stored-state.ts';
import { knowsMigration, loadDatabase } from '#storage/backup/load-database.ts';
import type { Config } from '../config.ts';
import { lockDataFolder, UNFINISHED_RESTORE } from '../data-folder/data-folder.ts';
import { openOwnerLogin } from '../databases.ts';
import { openLifetime } from '../lifetime.ts';
import type { BackupHead } from './backup-format.ts';
import { SIMULATOR_PART } from './make-backup.ts';
import { newerBackup, readBackupFile } from './read-backup-file.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const SECRETS = 'secrets';
/** What may be in the data folder before a restore: the lock, and secrets that were put back first. */
const ALLOWED = ['lock', 'lock-journal', SECRETS];

/** What a backup brought back. */
export interface Restored {
  readonly head: BackupHead;
  readonly rows: number;
}

/**
 * Restores a backup into an empty data folder, and into an empty database. Everything is made beside its final place and
 * moved there at the end; while it is not finished, no start uses the folder, and the next restore begins anew.
 * @throws AppError BACKUP_UNKNOWN, BACKUP_NEWER, BACKUP_PARTIAL, BACKUP_DAMAGED, RESTORE_NOT_EMPTY, RESTORE_FAILED,
 * DATA_FOLDER_IN_USE
 */
export async function restoreBackup(file: string, config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Restored> {
  const restored = await checkBackup(file);
  const { dataDir } = config;
  refuseContent(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    refuseContent(dataDir); // Again, now that nobody else can add to it.
    await clear(dataDir);
    const staging = path.join(dataDir, UNFINISHED_RESTORE);
    mkdirSync(staging);
    try {
      await fill(staging, { file, head: restored.head, config });
    } catch (error) {
      rmSync(staging, { recursive: true, force: true });
      throw error;
    }
    await moveInto(dataDir, staging);
    return restored;
  } finally {
    lock.release();
  }
}

/** Reads the whole file before anything is changed. */
async function checkBackup(file: string): Promise<Restored> {
  let [head, rows]: [BackupHead | null, number] = [null, 0];
  for await (const word of readBackupFile(file)) {
    if (word.kind === 'head') head = word.head;
    if (word.kind === 'lines' && 'table' in word.part) rows += word.lines.length;
  }
  if (head === null) throw new Error('Internal error: expected that a whole backup has a head');
  if (!knowsMigration(head.migration)) throw newerBackup(file, head.version);
  return { head, rows };
}

/** @throws AppError RESTORE_NOT_EMPTY */
function refuseContent(dataDir: string): void {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  // With the mark of a restore that was cut off, everything else is from that restore: it began with an empty folder.
  if (names.includes(UNFINISHED_RESTORE)) return;
  const other = names.find((name) => !ALLOWED.includes(name));
  if (other === undefined) return;
  throw new AppError(
    'RESTORE_NOT_EMPTY',
    `The data folder ${dataDir} is not empty (it holds ${other}). Set DATA_DIR to a new folder: a restore never overwrites one.`,
  );
}

/** Deletes what a restore left that was cut off, its mark last. */
async function clear(dataDir: string): Promise<void> {
  await stopLeftServer(path.join(dataDir, UNFINISHED_RESTORE));
  const names = readdirSync(dataDir).filter((name) => !ALLOWED.includes(name));
  const mark = names.filter((name) => name === UNFINISHED_RESTORE);
  for (const name of [...names.filter((name) => name !== UNFINISHED_RESTORE), ...mark]) {
    rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

interface Filling {
  readonly file: string;
  readonly head: BackupHead;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
}

async function fill(staging: string, { file, head, config }: Filling): Promise<void> {
  const secrets = path.join(config.dataDir, SECRETS);
  // The passwords of the database's logins derive from a secret that may have been put back first.
  if (existsSync(secrets)) cpSync(secrets, path.join(staging, SECRETS), { recursive: true, preserveTimestamps: true });
  const lifetime = openLifetime((name, cause) => process.stderr.write(`${name} did not stop cleanly: ${cause}\n`));
  try {
    const place = { dataDir: staging, databaseUrl: config.databaseUrl };
    const { url: ownerUrl } = await openOwnerLogin(place, lifetime, { isProgramRunning: false, watchLog: null });
    const sessionsSince = voidedUntil(instantOf(Date.now()));
    await loadDatabase({ ownerUrl, ...head, rows: rowsOf(file, staging), sessionsSince });
  } finally {
    await lifetime.close();
  }
}

/** The rows of the tables. Files are written as they come, and checked before the rows are committed. */
async function* rowsOf(file: string, staging: string) {
  for await (const word of readBackupFile(file)) {
    if (word.kind === 'part' && 'file' in word.part) await addTo(fileIn(staging, word.part.file), '');
    if (word.kind !== 'lines') continue;
    if ('table' in word.part) {
      yield { table: { name: word.part.table, columns: word.part.columns }, lines: word.lines };
    } else {
      await addTo(fileIn(staging, word.part.file), word.lines.join(''));
    }
  }
  const simulator = path.join(staging, SIMULATOR_PART);
  if (existsSync(simulator)) await readState(simulator);
}

async function addTo(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
  await appendFile(file, text, { mode: OWNER_ONLY_FILE, flush: true });
}

/** A backup names only files of the simulated exchange, so that an altered one cannot write anywhere else. */
function fileIn(staging: string, name: string): string {
  if (/^simulator\/[\w-]+(?:\.\w+)?$/.test(name)) return path.join(staging, name);
  throw new AppError('BACKUP_DAMAGED', `The backup holds a file that Botyard does not write (${name}).`);
}

/** The mark goes last: only then the folder may be used. */
async function moveInto(dataDir: string, staging: string): Promise<void> {
  const isKept = existsSync(path.join(dataDir, SECRETS));
  for (const name of readdirSync(staging)) {
    if (name === SECRETS && isKept) mergeSecret(dataDir, staging);
    else renameSync(path.join(staging, name), path.join(dataDir, name));
  }
  await syncFolder(dataDir);
  rmSync(staging, { recursive: true, force: true });
  await syncFolder(dataDir);
}

/** The secret of a new database joins the secrets that were put back first. */
function mergeSecret(dataDir: string, staging: string): void {
  for (const name of readdirSync(path.join(staging, SECRETS))) {
    const target = path.join(dataDir, SECRETS, name);
    if (!existsSync(target)) renameSync(path.join(staging, SECRETS, name), target);
  }
}
