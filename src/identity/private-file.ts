import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/**
 * The content of a file that only this user may read; created by the first process that needs it. Processes that start
 * at the same time get the same content, because the file appears once and complete.
 */
export async function privateFile(folder: string, name: string, make: () => Promise<string>): Promise<string> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const file = path.join(folder, name);
  const present = await readIfPresent(file);
  if (present !== null) return present;
  await publish(file, await make());
  return readFile(file, 'utf8');
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    await chmod(file, OWNER_ONLY_FILE); // A restored backup may have widened its permissions.
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return null;
    throw cause;
  }
}

async function publish(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', OWNER_ONLY_FILE);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await link(draft, file);
  } catch (cause) {
    if (!isCode(cause, 'EEXIST')) throw cause; // Another process was first, so its content is used.
  } finally {
    await handle.close();
    await unlink(draft);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
