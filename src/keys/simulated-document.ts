import { instantOf } from '#base/time.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import type { Database } from '#storage/database/database.ts';
import { putDocument } from '#storage/users/documents.ts';
import type { KeyDocumentAnswer, KeyDocuments } from './key-documents.ts';
import { documentContext } from './sealing/key-context.ts';
import type { Sealer } from './sealing/sealer.ts';

export interface SimulatedDocumentOptions {
  readonly engine: Database;
  readonly sealer: Sealer;
  /** Our own table, which stores this document even if other documents are hosted. */
  readonly stored: KeyDocuments;
  /** Returns a new key to the same account of the user every time. */
  readonly openAccount: (userId: string) => Promise<ExchangeCredentials>;
  /** Wall time in milliseconds. */
  readonly now: () => number;
}

/** The document of a user without one elsewhere: the stored one, or a new key to the simulated account. */
export function simulatedDocument(
  options: SimulatedDocumentOptions,
): (ownerId: string, path: string) => Promise<KeyDocumentAnswer> {
  const { engine, sealer, stored, openAccount, now } = options;
  return async (ownerId, path) => {
    const present = await stored.read({ userId: ownerId, path, token: '' });
    if (present.kind !== 'absent') return present;
    const { apiKey, secret } = await openAccount(ownerId);
    const version = 1;
    const context = documentContext({ ownerId, path }, version);
    const sealed = await sealer.seal({ apiKey, secret }, context);
    const updatedAt = instantOf(now());
    await engine.db
      .transaction()
      .execute((tx) => putDocument(tx, { ownerId, path, version, sealed, updatedAt: new Date(updatedAt) }));
    return { kind: 'found', key: { sealed, context }, updatedAt };
  };
}
