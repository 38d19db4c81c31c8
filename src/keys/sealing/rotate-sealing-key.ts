import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { holdKeyLock } from '#storage/users/sealed-rows.ts';
import { newestOf, readKeyRing, writeKeyRing } from './key-ring.ts';
import { type ResealCount, resealAll } from './reseal.ts';
import { newPrivateKey } from './sealing-keys.ts';

/** What a rotation did. */
export interface Rotation extends ResealCount {
  /** Version of the key that everything is now sealed for. */
  readonly version: number;
}

/**
 * Creates a new sealing key and reseals every secret for it. Works beside a running program, which reads the files
 * for each sealing and opening. It may be killed at any moment: the ring holds every private key that some row needs,
 * and the next rotation continues. The previous key stays in the ring until the next rotation, for seals in progress.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export async function rotateSealingKey(options: {
  readonly engine: Database;
  readonly secretsDir: string;
}): Promise<Rotation> {
  const { engine, secretsDir } = options;
  return holdKeyLock(engine, async () => {
    const ring = await readKeyRing(secretsDir);
    const previous = newestOf(ring);
    const next = newPrivateKey(previous.version + 1);
    await writeKeyRing(secretsDir, [...ring, next]);
    const count = await resealAll(engine, [...ring, next]);
    if (count.unreadable === 0) await writeKeyRing(secretsDir, [previous, next]);
    const details = { version: next.version, ...count };
    await recordAudit(engine.db, { event: 'sealing-key-rotated', ownerId: null, address: null, details });
    return { version: next.version, ...count };
  });
}
