import type { Database } from '#storage/database/database.ts';
import { deleteAllSealed, holdKeyLock } from '#storage/users/sealed-rows.ts';
import { newestOf, readKeyRing, writeKeyRing } from './sealing/key-ring.ts';
import { newPrivateKey } from './sealing/sealing-keys.ts';

/**
 * Deletes the stored keys of all users and destroys the private keys, so that no backup opens them either. Works beside a
 * running program; when it was killed, running it again ends the work.
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

/** A damaged ring must not stand in the way of the one act that makes it worthless. */
async function nextVersion(secretsDir: string): Promise<number> {
  try {
    return newestOf(await readKeyRing(secretsDir)).version + 1;
  } catch {
    return 1;
  }
}
