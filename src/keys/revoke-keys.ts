import type { Database } from '#storage/database/database.ts';
import { deleteAllSealed, holdKeyLock } from '#storage/users/sealed-rows.ts';
import { newestOf, readKeyRing, writeKeyRing } from './sealing/key-ring.ts';
import { newPrivateKey } from './sealing/sealing-keys.ts';

/**
 * Deletes the stored keys of all users and destroys the private keys, so that backups cannot be opened either. Works
 * while the program is running; if it is killed, running it again completes the work.
 * @returns how many keys were deleted
 */
export async function revokeAllKeys(options: {
  readonly engine: Database;
  readonly secretsDir: string;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}): Promise<number> {
  const { engine, secretsDir, now = Date.now } = options;
  return holdKeyLock(engine, async () => {
    const version = await nextVersion(secretsDir);
    const revoked = await deleteAllSealed(engine, new Date(now()));
    await writeKeyRing(secretsDir, [newPrivateKey(version)]);
    return revoked;
  });
}

/** Revocation must work even if the key ring is damaged. */
async function nextVersion(secretsDir: string): Promise<number> {
  try {
    return newestOf(await readKeyRing(secretsDir)).version + 1;
  } catch {
    return 1;
  }
}
