import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import type { DocumentAnswer, Documents } from '#ports/documents.ts';
import type { Database } from '#storage/database/database.ts';
import { findDocument } from '#storage/users/documents.ts';
import { documentContext } from './sealing/key-context.ts';
import type { Opener } from './sealing/opener.ts';

/** The embedded documents: sealed rows of our own table, opened on the engine's side. */
export function storedDocuments(options: { readonly engine: Database; readonly opener: Opener }): Documents {
  const { engine, opener } = options;
  return {
    async read({ userId, path }): Promise<DocumentAnswer> {
      try {
        const row = await findDocument(engine, userId, path);
        if (row === undefined) return { kind: 'absent' };
        const { apiKey, secret } = await opener.open(row.sealed, documentContext(row, row.version));
        return { kind: 'found', fields: { apiKey, secret }, updatedAt: instantOf(row.updatedAt.getTime()) };
      } catch (cause) {
        // A seal that does not open now never will; an unreachable database comes back.
        const isFinal = cause instanceof AppError;
        return { kind: 'failed', failure: isFinal ? 'FAILED' : 'UNAVAILABLE', isFinal };
      }
    },
  };
}
