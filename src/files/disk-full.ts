import { setTimeout as sleep } from 'node:timers/promises';

const TRY_EVERY_MS = 500;

/** Whether the system refused to write to a file because the disk, or its user's share of it, is used up. */
export function isFullDisk(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/**
 * Does something that needs room on the disk; while the disk is full, tries it again twice a second.
 * @param work - leaves nothing behind when it fails
 * @param isPatient - whether to wait for room; a full disk is an error like any other once it says no
 */
export async function whenThereIsRoom<T>(work: () => Promise<T>, isPatient: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isFullDisk(error) || !isPatient()) throw error;
      await sleep(TRY_EVERY_MS);
    }
  }
}
