import type { Environment } from '#base/environment.ts';
import type { Instant } from '#base/time.ts';
import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { changeExchangeKey, type ExchangeKeyRow, findExchangeKey } from '#storage/users/exchange-keys.ts';
import { findingsOf, type KeyRefusal, refusalOf } from './key-findings.ts';
import type { RemoteSigner } from './key-signer.ts';
import { keyContext } from './sealing/key-context.ts';
import type { SealedKey } from './sealing/sealed-key.ts';

/** Dependencies of taking over a key. */
export interface TakeOverParts {
  readonly engine: Database;
  readonly environment: Environment;
  readonly signer: Pick<RemoteSigner, 'permissionsOf' | 'reseal'>;
  /** Wall time in milliseconds. */
  readonly now: () => number;
}

const TRIES_MAX = 5;

/**
 * Stores the key of a document in its user's existing row, checked and sealed for that row. A document that is not newer than the
 * last one changes nothing, so that it does not restore a key that was removed or replaced. If the exchange is
 * unreachable, the key is stored and checked later.
 * @returns null, or why the key was refused
 * @throws AppError EXCHANGE_KEY_UNREADABLE, SEALING_KEY_UNREADABLE
 */
export async function takeOverKey(
  parts: TakeOverParts,
  document: { readonly userId: string; readonly key: SealedKey; readonly updatedAt: Instant },
): Promise<KeyRefusal | null> {
  const { engine, environment, signer, now } = parts;
  const address = { ownerId: document.userId, environment };
  const { key, updatedAt } = document;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const row = await findExchangeKey(engine, address);
    if (row === undefined) throw new Error('Internal error: expected that the row of the key is there');
    if (row.documentUpdatedAt !== null && row.documentUpdatedAt.getTime() >= updatedAt) return null;
    const answer = await signer.permissionsOf(key);
    const refusal = refusalOf(answer);
    if (refusal !== null) return refusal;
    const version = row.version + 1;
    const { sealed, lastFour } = await signer.reseal(key, keyContext(address, version));
    const changed = await replaceKey(engine, row, {
      version,
      sealed: Buffer.from(sealed),
      lastFour,
      removedBy: null,
      documentUpdatedAt: new Date(updatedAt),
      changedAt: new Date(now()),
      ...findingsOf(answer, new Date(now())),
    });
    if (changed) return null; // Otherwise the user changed the row first; read it again.
  }
  throw new Error(`The key of a document could not be stored in ${TRIES_MAX} tries.`);
}

/** @returns false when another key came first */
async function replaceKey(
  engine: Database,
  before: ExchangeKeyRow,
  change: Parameters<typeof changeExchangeKey>[2] & { readonly version: number; readonly lastFour: string },
): Promise<boolean> {
  const { ownerId, environment } = before;
  const event = before.lastFour === null ? 'exchange-key-added' : 'exchange-key-rotated';
  const details = { environment, version: change.version, lastFour: change.lastFour, from: 'document' };
  return engine.db.transaction().execute(async (tx) => {
    const address = { ownerId, environment, expectedVersion: before.version };
    const isDone = await changeExchangeKey(tx, address, change);
    if (isDone) await recordAudit(tx, { event, ownerId, address: null, details });
    return isDone;
  });
}
