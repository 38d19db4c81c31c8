import { chmodSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { makeFolder } from '#files/make-folder.ts';

const ENTERABLE = 0o711; // As root, PostgreSQL runs as another user, who must be able to traverse the folder.
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;
const LOCK_FILE = 'lock';
/** The system releases the underlying file lock with the process, so a kill leaves no stale lock. */
const LOCK = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE';
const SQLITE_BUSY = 5; // https://www.sqlite.org/rescode.html
const SQLITE_NOT_A_DATABASE = 26;
const SQLITE_CORRUPT = 11;
const held = new Set<DatabaseSync>(); // An unreferenced lock would be garbage collected and thereby released.

/** Held by the program as long as it serves, so that commands know whose database they may use. */
const READY = 'ready';
/** A command that looks whether the program is ready holds the lock for an instant. */
const READY_WAIT_MS = 5_000;

/** Holds what a restore has made so far, and while it exists nothing else may use the data folder. */
export const UNFINISHED_RESTORE = 'unfinished-restore';

/**
 * Creates the data folder and locks it for this process until the process ends in any way.
 * @throws AppError DATA_FOLDER_IN_USE, DATA_FOLDER_NOT_WRITABLE, RESTORE_UNFINISHED
 */
export function takeDataFolder(dataDir: string): { release(): void } {
  const lock = lockDataFolder(dataDir);
  if (!existsSync(path.join(dataDir, UNFINISHED_RESTORE))) return lock;
  lock.release();
  throw new AppError(
    'RESTORE_UNFINISHED',
    `A restore into ${dataDir} was cut off. Run it again, or delete the folder's content.`,
  );
}

/**
 * The lock alone, for a restore, which may continue where another one was cut off.
 * @throws AppError DATA_FOLDER_IN_USE, DATA_FOLDER_NOT_WRITABLE
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  makeDataFolder(dataDir);
  const file = path.join(dataDir, LOCK_FILE);
  const lock = openLock(file, 0);
  try {
    lock.exec(LOCK);
  } catch (cause) {
    lock.close();
    if (isNoLock(cause)) throw notALock(file, cause);
    if (!isLockedByAnother(cause)) throw notWritable(dataDir, cause); // For example a full disk.
    throw dataFolderInUse(dataDir, cause);
  }
  held.add(lock);
  return { release: () => release(lock) };
}

/** Another process of ours holds the folder. */
export function dataFolderInUse(dataDir: string, cause?: unknown): AppError {
  return new AppError(
    'DATA_FOLDER_IN_USE',
    `Another Botyard already runs on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** Lets others know, until the process ends in any way, that the program is ready on a data folder that it holds. */
export function announceReady(dataDir: string): { release(): void } {
  const file = path.join(dataDir, READY);
  rmSync(file, { force: true }); // A damaged one could not be locked.
  const lock = openLock(file, READY_WAIT_MS);
  lock.exec(LOCK);
  held.add(lock);
  return { release: () => release(lock) };
}

/** Whether the program is ready on a data folder. */
export function isProgramReady(dataDir: string): boolean {
  const file = path.join(dataDir, READY);
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file, { readOnly: true });
  try {
    lock.exec('select 1 from sqlite_schema');
    return false;
  } catch (error) {
    return isLockedByAnother(error); // Otherwise it is no lock, and nobody holds it.
  } finally {
    lock.close();
  }
}

function isLockedByAnother(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function isNoLock(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  return error.errcode === SQLITE_NOT_A_DATABASE || error.errcode === SQLITE_CORRUPT;
}

function release(lock: DatabaseSync): void {
  if (held.delete(lock)) lock.close();
}

function openLock(file: string, timeout: number): DatabaseSync {
  try {
    const lock = new DatabaseSync(file, { timeout });
    chmodSync(file, OWNER_ONLY); // Anyone who can open the file could hold its lock against us.
    return lock;
  } catch (cause) {
    throw notWritable(path.dirname(file), cause);
  }
}

function notALock(file: string, cause: unknown): AppError {
  return new AppError(
    'DATA_FOLDER_NOT_WRITABLE',
    `${file} is damaged. It holds no data: make sure that no Botyard runs on the folder, delete the file, then start again.`,
    { cause },
  );
}

/**
 * Creates the data folder without locking it, so that the user of the database can traverse it later.
 * @throws AppError DATA_FOLDER_NOT_WRITABLE
 */
export function makeDataFolder(folder: string): void {
  try {
    if (makeFolder(folder)) chmodSync(folder, ENTERABLE);
  } catch (cause) {
    throw notWritable(folder, cause);
  }
}

/**
 * Creates the folder of the secrets, for this user alone.
 * @throws AppError DATA_FOLDER_NOT_WRITABLE
 */
export function makeSecretsFolder(folder: string): void {
  try {
    makeFolder(folder, OWNER_ONLY_FOLDER);
  } catch (cause) {
    throw notWritable(folder, cause);
  }
}

function notWritable(folder: string, cause: unknown): AppError {
  const isFile = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
  const told = cause instanceof Error ? cause.message : String(cause);
  const reason = isFile ? 'a part of the path is a file, not a folder' : (systemReason(cause) ?? told);
  return new AppError('DATA_FOLDER_NOT_WRITABLE', `The folder ${folder} cannot be used: ${reason}.`, { cause });
}
