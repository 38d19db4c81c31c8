import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '#base/errors.ts';

const ENTERABLE = 0o711; // As root, PostgreSQL runs as another user and has to pass through the folder.
const OWNER_ONLY = 0o600;
const held = new Set<DatabaseSync>(); // A lock that nobody refers to would be collected, and with it released.

/**
 * Makes the data folder and takes it for this process alone, until the process ends in whatever way.
 * @throws AppError DATA_FOLDER_IN_USE, DATA_FOLDER_NOT_WRITABLE
 */
export function takeDataFolder(dataDir: string): { release(): void } {
  makeDataFolder(dataDir);
  const lock = openLock(dataDir);
  try {
    // The system's file lock behind it falls with the process, so a kill leaves no stale lock behind.
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new AppError(
      'DATA_FOLDER_IN_USE',
      `Another Botyard already runs on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  held.add(lock);
  return { release: () => release(lock) };
}

function release(lock: DatabaseSync): void {
  if (held.delete(lock)) lock.close();
}

function openLock(dataDir: string): DatabaseSync {
  const file = path.join(dataDir, 'lock');
  try {
    const lock = new DatabaseSync(file);
    chmodSync(file, OWNER_ONLY); // Whoever can open the file could hold its lock against us.
    return lock;
  } catch (cause) {
    throw notWritable(dataDir, cause);
  }
}

/**
 * Makes the data folder, without taking it, so that the user of the database can pass through it later.
 * @throws AppError DATA_FOLDER_NOT_WRITABLE
 */
export function makeDataFolder(folder: string): void {
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, ENTERABLE);
  } catch (cause) {
    throw notWritable(folder, cause);
  }
}

function notWritable(folder: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('DATA_FOLDER_NOT_WRITABLE', `The folder ${folder} cannot be used: ${reason}.`, { cause });
}
