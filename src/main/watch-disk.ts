import { statfs } from 'node:fs/promises';
import { systemReason } from '#base/system-reason.ts';

/** Room on the disk of the data folder. */
export type DiskState = 'ok' | 'low' | 'full';

const EVERY_MS = 5_000;
const MEGABYTE = 1_048_576;
/** The database writes its journal in files of 16 MB; with less than two of them it may stop at any moment. */
const FULL_BELOW_BYTES = 32 * MEGABYTE;
/** Early enough to make room before anything stops. */
const LOW_BELOW_BYTES = 512 * MEGABYTE;

/** Looks at the free space regularly. */
export interface DiskWatch {
  /** As of the last look, a few seconds ago. */
  state(): DiskState;
  stop(): void;
}

/** @param folder - an existing folder on the disk to watch */
export async function watchDisk(folder: string): Promise<DiskWatch> {
  let state: DiskState = 'ok';
  const look = async (): Promise<void> => {
    try {
      const { bavail, bsize } = await statfs(folder);
      state = diskState(bavail * bsize);
    } catch (error) {
      if (systemReason(error) === null) throw error;
      state = 'full'; // A folder that cannot be looked at takes no file either.
    }
  };
  await look();
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}

/** @param freeBytes - what an ordinary user may still write */
export function diskState(freeBytes: number): DiskState {
  if (freeBytes < FULL_BELOW_BYTES) return 'full';
  return freeBytes < LOW_BELOW_BYTES ? 'low' : 'ok';
}
