import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Environment } from '#base/environment.ts';
import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database, Tx } from '../database/database.ts';

interface Sealed {
  readonly ownerId: string;
  readonly version: number;
  readonly sealed: Buffer;
}

/**
 * Something sealed: a document, whose location is its path, a key, whose location is its environment, or the secret or the
 * whole address of a channel of notices, whose location is the channel.
 */
export type SealedRow =
  | (Sealed & { readonly table: 'documents'; readonly location: string })
  | (Sealed & { readonly table: 'exchange_keys'; readonly location: Environment })
  | (Sealed & { readonly table: 'notice_channels'; readonly location: OutsideChannel })
  | (Sealed & { readonly table: 'notice_addresses'; readonly location: OutsideChannel });

/** The lock that lets only one process at a time change the seals of a database. */
const KEY_LOCK = 7_269_411;
const POLL_MS = 100;

/** Runs work that changes all seals; only one process does so at a time, and another one waits for it. */
export async function holdKeyLock<T>(engine: Database, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await engine.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(KEY_LOCK)}) as is_ours,
               set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx); // The work has other transactions.
      return rows[0]?.isOurs === true ? { outcome: await work() } : null;
    });
    if (done !== null) return done.outcome;
    await sleep(POLL_MS);
  }
}

/** Everything that is sealed, in an order that changes of the rows do not touch. @param after - null is the beginning */
export async function listSealed(
  engine: Database,
  { after, limit }: { readonly after: SealedRow | null; readonly limit: number },
): Promise<SealedRow[]> {
  const from = after ?? { table: '', ownerId: '', location: '' };
  const { rows } = await sql<SealedRow>`
    select "table", owner_id, location, version, sealed from (
      select 'documents' as "table", owner_id, path as location, version, sealed from documents
      union all
      select 'exchange_keys', owner_id, environment, version, sealed from exchange_keys where sealed is not null
      union all
      select 'notice_channels', owner_id, channel, version, sealed from notice_channels
      union all
      select 'notice_addresses', owner_id, channel, version, sealed_address from notice_channels
        where sealed_address is not null
    ) as all_sealed
    where ("table", owner_id, location) > (${from.table}::text, ${from.ownerId}::text, ${from.location}::text)
    order by "table", owner_id, location limit ${limit}`.execute(engine.db);
  return rows;
}

/** Another seal of the content of a row. */
export interface Resealed {
  readonly row: SealedRow;
  readonly sealed: Buffer;
}

/** Replaces seals by others of the same contents, in one transaction; a content that was replaced meanwhile stays. */
export async function replaceSealed(engine: Database, seals: readonly Resealed[]): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    for (const seal of seals) await replaceOne(tx, seal);
  });
}

async function replaceOne(tx: Tx, { row, sealed }: Resealed): Promise<void> {
  const { ownerId, location } = row;
  if (row.table === 'documents') {
    const query = tx
      .updateTable('documents')
      .set({ sealed })
      .where('ownerId', '=', ownerId)
      .where('path', '=', location);
    await query.where('sealed', '=', row.sealed).execute();
    return;
  }
  if (row.table === 'notice_channels') {
    const query = tx.updateTable('noticeChannels').set({ sealed }).where('ownerId', '=', ownerId);
    await query.where('channel', '=', row.location).where('sealed', '=', row.sealed).execute();
    return;
  }
  if (row.table === 'notice_addresses') {
    const query = tx.updateTable('noticeChannels').set({ sealedAddress: sealed }).where('ownerId', '=', ownerId);
    await query.where('channel', '=', row.location).where('sealedAddress', '=', row.sealed).execute();
    return;
  }
  const query = tx.updateTable('exchangeKeys').set({ sealed }).where('ownerId', '=', ownerId);
  await query.where('environment', '=', row.location).where('sealed', '=', row.sealed).execute();
}

/**
 * Deletes every document, every sealed key and every channel of notices, in one transaction; the rows of the keys stay and
 * record it.
 * @param at - wall time
 * @returns how many keys were deleted
 */
export async function deleteAllSealed(engine: Database, at: Date): Promise<number> {
  return engine.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('documents').execute();
    await tx.deleteFrom('noticeChannels').execute();
    const removed = await tx
      .updateTable('exchangeKeys')
      .set((build) => ({
        version: build('version', '+', 1),
        sealed: null,
        lastFour: null,
        removedBy: 'revocation',
        changedAt: at,
        checkOutcome: null,
        canRead: null,
        canTrade: null,
        canWithdraw: null,
        isIpRestricted: null,
        checkedAt: null,
      }))
      .where('sealed', 'is not', null)
      .returning(['ownerId', 'environment', 'version'])
      .execute();
    const entries = removed.map(({ ownerId, ...details }) => ({ ownerId, address: null, details }));
    await recordAudit(tx, ...entries.map((entry) => ({ event: 'exchange-key-removed', ...entry }) as const));
    return removed.length;
  });
}
