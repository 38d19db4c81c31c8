import { instantOf } from '#base/time.ts';
import type { Database } from '#storage/database/database.ts';
import { findDocument } from '#storage/users/documents.ts';
import type { KeyDocumentAnswer, KeyDocuments } from './key-documents.ts';
import { documentContext } from './sealing/key-context.ts';

/** The embedded documents: sealed rows of our own table, which stay sealed here. */
export function storedDocuments(engine: Database): KeyDocuments {
  return {
    async read({ userId, path }): Promise<KeyDocumentAnswer> {
      try {
        const row = await findDocument(engine, userId, path);
        if (row === undefined) return { kind: 'absent' };
        const key = { sealed: row.sealed, context: documentContext(row, row.version) };
        return { kind: 'found', key, updatedAt: instantOf(row.updatedAt.getTime()) };
      } catch {
        return { kind: 'failed', failure: 'UNAVAILABLE', isFinal: false }; // An unreachable database comes back.
      }
    },
  };
}
