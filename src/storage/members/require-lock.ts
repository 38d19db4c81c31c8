import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { IS_ENGINE_LOCK } from './lock-key.ts';
import { LockLost } from './lock-lost.ts';

/**
 * Makes sure that a program owns the engine's lock until the transaction ends. Whoever takes the lock over deletes the row
 * of the member, which waits for this transaction: what it commits is there before the successor reads anything.
 * @throws LockLost
 */
export async function requireLock(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select exists (select from pg_locks where ${sql.raw(IS_ENGINE_LOCK)} and pid = members.lock_pid) as is_held
      from members where member_id = ${memberId} for key share`.execute(tx);
  if (rows[0]?.isHeld !== true) throw new LockLost();
}
