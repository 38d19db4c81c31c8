import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import type { Database } from '#storage/database.ts';
import { findDocument, putDocument } from '#storage/documents.ts';
import { documentContext } from './key-context.ts';
import type { Sealer } from './sealer.ts';

/**
 * Opens a simulated account for a user who has no document of keys, and makes the document.
 * @param options.openAccount - answers the same account for the same user, however often it is asked
 */
export function simulatedDocument(options: {
  readonly engine: Database;
  readonly sealer: Sealer;
  readonly openAccount: (userId: string) => Promise<ExchangeCredentials>;
  /** Wall time in milliseconds. */
  readonly now: () => number;
}): (ownerId: string, path: string) => Promise<void> {
  const { engine, sealer, openAccount, now } = options;
  return async (ownerId, path) => {
    const credentials = await openAccount(ownerId);
    const version = ((await findDocument(engine, ownerId, path))?.version ?? 0) + 1;
    const sealed = await sealer.seal(credentials, documentContext({ ownerId, path }, version));
    await engine.db
      .transaction()
      .execute((tx) => putDocument(tx, { ownerId, path, version, sealed, updatedAt: new Date(now()) }));
  };
}
