import { type AuditEntry, recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import { uniqueNameOf } from '../database/unique-name.ts';
import { type CommandKey, rememberEffect } from '../idempotency.ts';

/** A change to the note of a user on an asset; fields left out stay as they are. */
export interface StoredNote {
  readonly ownerId: string;
  readonly symbol: string;
  readonly fields: {
    readonly tradeCategoryId?: string | null | undefined;
    readonly comment?: string | undefined;
    readonly score?: number | null | undefined;
  };
  /** Wall time. */
  readonly updatedAt: Date;
  readonly address?: string | undefined;
  readonly answer?: Omit<CommandKey, 'ownerId'> | undefined;
}

/**
 * Stores changes in the order in which they were made.
 * @returns those that no earlier attempt has stored
 */
export async function storeNotes(tx: Tx, notes: readonly StoredNote[]): Promise<readonly StoredNote[]> {
  if (notes.length === 0) return [];
  const fresh = await notStored(tx, notes);
  for (const note of fresh) {
    const { ownerId, symbol, fields, updatedAt, answer } = note;
    const { tradeCategoryId = null, comment = '', score = null } = fields;
    const changed = { ...fields, updatedAt, changeId: uniqueNameOf(note) };
    await tx
      .insertInto('assetNotes')
      .values({ ...changed, ownerId, symbol, tradeCategoryId, comment, score })
      .onConflict((conflict) => conflict.columns(['ownerId', 'symbol']).doUpdateSet(changed))
      .execute();
    if (answer !== undefined) await rememberEffect(tx, { ownerId, ...answer });
  }
  return fresh;
}

/** Changes are stored together or not at all, so the last one to a note tells of those before it. */
async function notStored(tx: Tx, notes: readonly StoredNote[]): Promise<readonly StoredNote[]> {
  const lastOf = new Map(notes.map((note) => [keyOf(note), uniqueNameOf(note)]));
  const rows = await tx
    .selectFrom('assetNotes')
    .select('changeId')
    .where('changeId', 'in', [...lastOf.values()])
    .execute();
  const stored = new Set<string | null | undefined>(rows.map(({ changeId }) => changeId));
  return notes.filter((note) => !stored.has(lastOf.get(keyOf(note))));
}

const keyOf = ({ ownerId, symbol }: StoredNote): string => JSON.stringify([ownerId, symbol]);

/** Records the changes; the last statement of the transaction that stores them. */
export async function auditNotes(tx: Tx, notes: readonly StoredNote[]): Promise<void> {
  await recordAudit(tx, ...notes.map(entryOf));
}

function entryOf(note: StoredNote): AuditEntry {
  const { ownerId, symbol, fields, address = null } = note;
  const { tradeCategoryId, score, comment } = fields;
  const details = {
    symbol,
    ...(tradeCategoryId === undefined ? {} : { tradeCategoryId }),
    ...(score === undefined ? {} : { score }),
    ...(comment === undefined ? {} : { isCommentChanged: true }),
  };
  return { event: 'asset-changed', ownerId, address, details };
}
