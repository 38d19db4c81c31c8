import type { Database } from '#storage/database/database.ts';
import { holdKeyLock, listSealed, type Resealed, replaceSealed, type SealedRow } from '#storage/users/sealed-rows.ts';
import { firstFormatKeyVersion } from './first-format.ts';
import { documentContext, keyContext, noticeAddressContext, noticeChannelContext } from './key-context.ts';
import { type KeyRing, newestOf, readKeyRing } from './key-ring.ts';
import { keyVersionOf, openSealed } from './open-sealed.ts';
import type { SealContext } from './seal-context.ts';
import { sealBox } from './sealed-box.ts';

/** The outcome for the secrets that were sealed in an old way. */
export interface ResealCount {
  readonly resealed: number;
  /** Secrets that no private key opens; their users must add the key again. */
  readonly unreadable: number;
}

/** Rows read at a time. */
const PAGE = 200;

/**
 * Reseals for the newest key every secret that is still in the format of Botyard 0.1. Each page is one transaction,
 * both formats stay readable, and the next start continues where this one was killed.
 * @throws AppError SEALING_KEY_UNREADABLE
 */
export function resealFirstFormat(options: {
  readonly engine: Database;
  readonly secretsDir: string;
}): Promise<ResealCount> {
  const { engine, secretsDir } = options;
  return holdKeyLock(engine, async () => {
    const ring = await readKeyRing(secretsDir);
    return resealWhere(engine, ring, ({ sealed }) => firstFormatKeyVersion(sealed) !== null);
  });
}

/** Reseals every secret that is not sealed for the newest key of the ring, or not in the current format. */
export function resealAll(engine: Database, ring: KeyRing): Promise<ResealCount> {
  const { version } = newestOf(ring);
  const isOutdated = ({ sealed }: SealedRow): boolean =>
    keyVersionOf(sealed) !== version || firstFormatKeyVersion(sealed) !== null;
  return resealWhere(engine, ring, isOutdated);
}

async function resealWhere(
  engine: Database,
  ring: KeyRing,
  isOutdated: (row: SealedRow) => boolean,
): Promise<ResealCount> {
  let [resealed, unreadable] = [0, 0];
  let after: SealedRow | null = null;
  for (;;) {
    const rows: readonly SealedRow[] = await listSealed(engine, { after, limit: PAGE });
    const outdated = rows.filter(isOutdated);
    const seals = (await Promise.all(outdated.map((row) => resealedRow(row, ring)))).filter((seal) => seal !== null);
    // A secret that was replaced meanwhile is already sealed for the newest public key or the previous one.
    if (seals.length > 0) await replaceSealed(engine, seals);
    resealed += seals.length;
    unreadable += outdated.length - seals.length;
    after = rows.at(-1) ?? null;
    if (rows.length < PAGE) return { resealed, unreadable };
  }
}

/** Null when no key of the ring opens it. */
async function resealedRow(row: SealedRow, ring: KeyRing): Promise<Resealed | null> {
  const context = contextOf(row);
  const text = await openSealed(ring, context, row.sealed);
  return text === null ? null : { row, sealed: await sealBox(newestOf(ring), context, text) };
}

function contextOf(row: SealedRow): SealContext {
  const { ownerId, version } = row;
  if (row.table === 'documents') return documentContext({ ownerId, path: row.location }, version);
  if (row.table === 'notice_addresses') return noticeAddressContext({ ownerId, channel: row.location });
  if (row.table === 'notice_channels') return noticeChannelContext({ ownerId, channel: row.location }, version);
  return keyContext({ ownerId, environment: row.location }, version);
}
