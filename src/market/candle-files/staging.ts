import { existsSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { makeFolder } from '#files/make-folder.ts';
import { syncFolder } from '#files/sync-folder.ts';
import { symbolFolder } from './folder.ts';

/** Name prefix of a folder of unfinished files; the writing process's id follows. */
export const UNFINISHED = '.import-';

/** A folder in which files wait until all of them are written. */
export interface Staging {
  /** Returns the path under which to write the file that becomes `name` in the symbol's folder. */
  add(name: string): string;
}

interface Stage {
  readonly folder: string;
  readonly symbol: string;
  readonly existing: 'refuse' | 'replace';
}

/**
 * Lets `write` create files and renames them only when all of them are on disk: an earlier failure leaves nothing
 * behind. Removes the leftovers of killed imports.
 * @throws AppError CANDLES_EXIST when such a file exists and must not be replaced, CANDLES_NOT_WRITABLE, and whatever
 * `write` throws
 */
export async function stage<T>(request: Stage, write: (staging: Staging) => Promise<T>): Promise<T> {
  const target = symbolFolder(request.folder, request.symbol);
  try {
    return await staged(request, target, write);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === null) throw error;
    throw new AppError('CANDLES_NOT_WRITABLE', `${target} cannot be written: ${reason}. Nothing was imported.`, {
      cause: error,
    });
  }
}

async function staged<T>({ existing }: Stage, target: string, write: (staging: Staging) => Promise<T>): Promise<T> {
  const isNew = makeFolder(target);
  removeLeftovers(target);
  const waiting = mkdtempSync(path.join(target, `${UNFINISHED}${process.pid}-`));
  const names: string[] = [];
  const checkFree = (name: string): void => {
    if (existing === 'replace' || !existsSync(path.join(target, name))) return;
    throw new AppError(
      'CANDLES_EXIST',
      `${path.join(target, name)} already exists. Nothing was imported; --replace replaces it.`,
    );
  };
  let isDone = false;
  try {
    const written = await write({
      add(name) {
        checkFree(name);
        names.push(name);
        return path.join(waiting, name);
      },
    });
    names.forEach(checkFree);
    for (const name of names) renameSync(path.join(waiting, name), path.join(target, name));
    await syncFolder(target);
    isDone = true;
    return written;
  } finally {
    rmSync(waiting, { recursive: true, force: true });
    if (!isDone && isNew && readdirSync(target).length === 0) rmdirSync(target);
  }
}

/** Deletes the files of imports whose process is gone, but not those of running ones. */
function removeLeftovers(target: string): void {
  for (const name of readdirSync(target)) {
    if (name.startsWith(UNFINISHED) && !isRunning(Number.parseInt(name.slice(UNFINISHED.length), 10))) {
      rmSync(path.join(target, name), { recursive: true, force: true });
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0); // Signal 0 only checks.
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
