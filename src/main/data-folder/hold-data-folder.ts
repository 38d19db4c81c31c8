import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { isProgramReady, takeDataFolder } from './data-folder.ts';

const POLL_MS = 25;
/** After this long the user learns why nothing happens. */
const SILENT_MS = 1_000;
/** A first start or a backup may take minutes. */
const WAIT_MS_MAX = 300_000;

/** The lock on a data folder, or the knowledge that the program holds it and is ready. */
export type DataFolderHold = { readonly kind: 'held'; release(): void } | { readonly kind: 'program-ready' };

/**
 * Locks a data folder. While another command uses it, or a program is starting or stopping on it, waits for that to end.
 * @param tell - receives a sentence when the wait is long
 * @param signal - ends the wait
 * @throws AppError DATA_FOLDER_IN_USE after five minutes, and whatever `takeDataFolder` throws
 */
export async function holdDataFolder(
  dataDir: string,
  tell: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<DataFolderHold> {
  const begun = performance.now();
  let isTold = false;
  for (;;) {
    const lock = lockIfFree(dataDir);
    if (lock !== null) return { kind: 'held', release: lock.release };
    if (isProgramReady(dataDir)) return { kind: 'program-ready' };
    const waited = performance.now() - begun;
    if (waited > WAIT_MS_MAX) throw stillInUse(dataDir);
    if (!isTold && waited > SILENT_MS) {
      isTold = true;
      tell(`Another process of Botyard is starting or working on the data folder ${dataDir}. Waiting for it.`);
    }
    await sleep(POLL_MS, null, { signal });
  }
}

function lockIfFree(dataDir: string): ReturnType<typeof takeDataFolder> | null {
  try {
    return takeDataFolder(dataDir);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATA_FOLDER_IN_USE') return null;
    throw error;
  }
}

function stillInUse(dataDir: string): AppError {
  return new AppError(
    'DATA_FOLDER_IN_USE',
    `Another process of Botyard has used the data folder ${dataDir} for five minutes and is not ready. Wait until it ends or stop it, then try again.`,
  );
}
