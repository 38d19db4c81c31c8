import type { Database } from '#storage/database/database.ts';
import { holdKeyLock } from '#storage/users/sealed-rows.ts';
import { newestOf, readKeyRing, writeKeyRing } from './key-ring.ts';
import { type ResealCount, resealAll } from './reseal.ts';
import { newPrivateKey } from './sealing-keys.ts';

/** What a rotation did. */
export interface Rotation extends ResealCount {
  /** Of the key that everything is sealed for now. */
  readonly version: number;
}

/**
 * Makes a new sealing key and seals every secret anew for it. Works beside a running program, which reads the files anew
 * for each seal and each opening. It may be killed at any moment: the ring holds every private key that some row needs,
 * and the next rotation goes on. The previous key stays in the ring until the next rotation, for seals under way.
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
    return { version: next.version, ...count };
  });
}
