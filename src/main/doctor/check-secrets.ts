import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { KEY_FILE, openSigningKeys, PROJECT_FILE } from '#identity/signing-keys.ts';
import { PRIVATE_FILE, readKeyRing } from '#keys/sealing/key-ring.ts';
import type { Finding } from './finding.ts';

/** Reads the keys of sessions and the sealing keys, and creates none. */
export async function checkSecrets(secretsDir: string): Promise<Finding> {
  const has = (name: string): boolean => existsSync(path.join(secretsDir, name));
  const complaints: string[] = [];
  const check = async (read: () => Promise<unknown>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      complaints.push(error.message);
    }
  };
  if (has(KEY_FILE) && has(PROJECT_FILE)) await check(() => openSigningKeys(secretsDir));
  if (has(PRIVATE_FILE)) await check(() => readKeyRing(secretsDir));
  return { part: 'Secrets', checked: 'The keys of sessions and the sealing keys were read.', complaints };
}
