import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { HaltTarget } from './live-rows.ts';

/** Under this id in place of a bot's: the halt of all accounts. */
export const ALL_ACCOUNTS = 'all';

/**
 * Halts a bot, an account or all accounts, or releases them. Once it has resolved, no journal is stored with an intent that
 * raises exposure. A halt that is on keeps its time and reason.
 * @param reason - null releases
 */
export async function setHalt(tx: Tx, target: HaltTarget, reason: string | null): Promise<void> {
  await holdAccounts(tx, target);
  await (target.kind === 'account' ? haltAccount(tx, target, reason) : haltOthers(tx, target, reason));
}

/** Waits for the journals of the accounts that are being stored, in one order so that two halts never wait for each other. */
async function holdAccounts(tx: Tx, target: HaltTarget): Promise<void> {
  let accounts = tx.selectFrom('exchangeAccounts').select('accountId').orderBy('accountId').forUpdate();
  if (target.kind !== 'all') accounts = accounts.where('ownerId', '=', target.ownerId);
  if (target.kind === 'account') accounts = accounts.where('accountId', '=', target.accountId);
  await accounts.execute();
}

type AccountTarget = Extract<HaltTarget, { kind: 'account' }>;

async function haltAccount(tx: Tx, { ownerId, accountId }: AccountTarget, reason: string | null): Promise<void> {
  const halt =
    reason === null
      ? { haltedAt: null, haltReason: null }
      : { haltedAt: sql<Date>`coalesce(halted_at, now())`, haltReason: sql<string>`coalesce(halt_reason, ${reason})` };
  await tx
    .updateTable('exchangeAccounts')
    .set(halt)
    .where('ownerId', '=', ownerId)
    .where('accountId', '=', accountId)
    .execute();
}

async function haltOthers(tx: Tx, target: Exclude<HaltTarget, AccountTarget>, reason: string | null): Promise<void> {
  const [haltId, ownerId] = target.kind === 'all' ? [ALL_ACCOUNTS, null] : [target.botId, target.ownerId];
  if (reason === null) {
    await tx
      .deleteFrom('halts')
      .where('haltId', '=', haltId)
      .where(sql<boolean>`owner_id is not distinct from ${ownerId}`)
      .execute();
    return;
  }
  await tx
    .insertInto('halts')
    .values({ haltId, ownerId, haltedAt: sql<Date>`now()`, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
