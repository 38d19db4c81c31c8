import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_HEADER, ADMIN_TOKEN_FILE } from '#simulator/admin/admin-token.ts';

/**
 * What the admin surface of a running program's simulated exchange asks for. Every start has another token.
 * @param dataDir - the program's data folder
 */
export async function adminHeadersIn(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const token = await readFile(path.join(dataDir, 'simulator', ADMIN_TOKEN_FILE), 'utf8');
  return { [ADMIN_HEADER]: token.trim() };
}
