import type { Database } from '#storage/database/database.ts';
import { holdKeyLock, listSealed, type Resealed, replaceSealed, type SealedRow } from '#storage/users/sealed-rows.ts';
import { documentContext, keyContext } from './key-context.ts';
import { type KeyRing, newestOf, readKeyRing, writeKeyRing } from './key-ring.ts';
import { keyVersionOf, newPrivateKey, rewrapBox, type SealContext } from './sealed-box.ts';

/** What a rotation did. */
export interface Rotation {
  /** Of the key that everything is sealed for now. */
  readonly version: number;
  readonly rewrapped: number;
  /** Seals that no private key opens; their users must add the key again. */
  readonly unreadable: number;
}

/** Rows read at a time. */
const PAGE = 200;

/**
 * Makes a new sealing key and wraps every data key for it; no secret is opened. Works beside a running program, which
 * reads the files anew for each seal and each opening. It may be killed at any moment: the ring holds every private key
 * that some row needs, and the next rotation goes on. The key before stays in the ring until the next rotation, for seals
 * that were under way.
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
    const work = await rewrapAll(engine, [...ring, next]);
    if (work.unreadable === 0) await writeKeyRing(secretsDir, [previous, next]);
    return { version: next.version, ...work };
  });
}

async function rewrapAll(engine: Database, ring: KeyRing): Promise<Omit<Rotation, 'version'>> {
  const done = { rewrapped: 0, unreadable: 0 };
  let after: SealedRow | null = null;
  for (;;) {
    const rows: readonly SealedRow[] = await listSealed(engine, { after, limit: PAGE });
    const outdated = rows.filter((row) => keyVersionOf(row.sealed) !== newestOf(ring).version);
    const seals = outdated.flatMap((row) => rewrapped(row, ring) ?? []);
    // A key that was replaced meanwhile is sealed already, for the newest public key or for the one before.
    await replaceSealed(engine, seals);
    done.rewrapped += seals.length;
    done.unreadable += outdated.length - seals.length;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE) return done;
  }
}

/** Null when no key of the ring opens it. */
function rewrapped(row: SealedRow, ring: KeyRing): Resealed | null {
  const from = ring.find((key) => key.version === keyVersionOf(row.sealed));
  const sealed = from ? rewrapBox({ from, to: newestOf(ring) }, contextOf(row), row.sealed) : null;
  return sealed && { row, sealed };
}

function contextOf(row: SealedRow): SealContext {
  return row.table === 'documents'
    ? documentContext({ ownerId: row.ownerId, path: row.place }, row.version)
    : keyContext({ ownerId: row.ownerId, environment: row.place }, row.version);
}
