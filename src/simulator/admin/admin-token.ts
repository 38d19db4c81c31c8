import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { replaceFile } from '#files/replace-file.ts';

/** The file of the token, in the folder of the simulated exchange. */
export const ADMIN_TOKEN_FILE = 'admin-token';
/** The header that carries the token. Every request must have it, except those for the page's own files. */
export const ADMIN_HEADER = 'X-Simulator-Admin';
const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;

/**
 * Writes the token for the admin surface to a file that only its owner can read. Every start makes its own unless one is
 * given, so that one that got out is worth nothing after the next start.
 * @param folder - the folder of the simulated exchange, which exists
 * @param given - by a setting; null for a new one
 */
export async function storeAdminToken(folder: string, given: string | null): Promise<string> {
  const token = given ?? randomBytes(TOKEN_BYTES).toString('base64url');
  await replaceFile(path.join(folder, ADMIN_TOKEN_FILE), `${token}\n`, OWNER_ONLY);
  return token;
}

/** Whether a request knows the token; takes equally long however much of it is right. */
export function isAdminToken(token: string, sent: string | readonly string[] | undefined): boolean {
  return typeof sent === 'string' && timingSafeEqual(digest(sent), digest(token));
}

/** Of equal length for every text, as the comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
