import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Replaces a file atomically: at every moment, even after a power cut, the file has either its whole old or its whole new
 * content. The content is on disk when this resolves. Calls for one file must not overlap.
 *
 * @param content - a stream is read no faster than it can be written
 * @param mode - permissions of the file, such as 0o600
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  mode = 0o666,
): Promise<void> {
  const draft = unfinishedOf(file);
  const handle = await open(draft, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(path.dirname(file));
}

/**
 * The file that holds the new content until it is complete. Its fixed name lets the next write replace a draft that a
 * killed process left behind.
 */
export function unfinishedOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.next`);
}
