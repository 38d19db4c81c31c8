import type { Selectable } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import type { DocumentsTable } from '../database/user-tables.ts';

/** A document as a request may read it: that it exists, not what it holds. */
export type DocumentFacts = Omit<Selectable<DocumentsTable>, 'sealed'>;

/** The owner's document under a path; undefined when there is none. */
export function findDocumentFacts(tx: Tx, ownerId: string, path: string): Promise<DocumentFacts | undefined> {
  return tx
    .selectFrom('documents')
    .select(['ownerId', 'path', 'version', 'updatedAt'])
    .where('ownerId', '=', ownerId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** The same with its content, for the engine. */
export function findDocument(
  engine: Database,
  ownerId: string,
  path: string,
): Promise<Selectable<DocumentsTable> | undefined> {
  return engine.db
    .selectFrom('documents')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/**
 * Replaces the previous version of a document.
 * @returns false when another one came first: the seal is bound to the version, so it must be made again
 */
export async function putDocument(tx: Tx, row: Selectable<DocumentsTable>): Promise<boolean> {
  const { version, sealed, updatedAt } = row;
  const put = await tx
    .insertInto('documents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'path'])
        .doUpdateSet({ version, sealed, updatedAt })
        .where('documents.version', '=', version - 1),
    )
    .executeTakeFirst();
  return put.numInsertedOrUpdatedRows === 1n;
}

/** Removes the owner's document under a path, if there is one. */
export async function deleteDocument(tx: Tx, ownerId: string, path: string): Promise<void> {
  await tx.deleteFrom('documents').where('ownerId', '=', ownerId).where('path', '=', path).execute();
}
