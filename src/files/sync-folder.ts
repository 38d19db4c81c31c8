import { open } from 'node:fs/promises';

/** Syncs a folder to disk, so that files created or renamed in it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Folders cannot be opened there, and renames are journalled.
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
