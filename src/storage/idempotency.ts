import type { Selectable } from 'kysely';
import type { Database, Tx } from './database/database.ts';
import type { IdempotencyTable } from './database/schema.ts';

export type RememberedRow = Selectable<IdempotencyTable>;

/** Status of a key whose effect is stored but whose answer is not: the program ended in between. */
export const ANSWER_PENDING = 0;

/** A command under the key of its sender; the hash distinguishes a repeat from another request under the same key. */
export interface CommandKey {
  readonly ownerId: string;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}

/** What is stored under a key of this owner; undefined when it was never used. */
export function findRemembered(tx: Tx, ownerId: string, key: string): Promise<RememberedRow | undefined> {
  return tx
    .selectFrom('idempotency')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** How many keys of this owner are stored. */
export async function countRemembered(tx: Tx, ownerId: string): Promise<number> {
  const { keys } = await tx
    .selectFrom('idempotency')
    .select(({ fn }) => fn.countAll<string>().as('keys'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(keys);
}

/** Records, in the transaction of an effect, that this key has had it. */
export async function rememberEffect(tx: Tx, command: CommandKey): Promise<void> {
  await tx
    .insertInto('idempotency')
    .values({ ...command, status: ANSWER_PENDING, reply: 'null', createdAt: new Date() })
    .onConflict((conflict) => conflict.columns(['ownerId', 'key']).doNothing())
    .execute();
}

/** Stores the answer, so that a repeat gets the same one. */
export async function rememberAnswer(
  tx: Tx,
  command: CommandKey,
  answer: { readonly status: number; readonly reply: unknown },
): Promise<void> {
  const { status } = answer;
  const reply = JSON.stringify(answer.reply);
  await tx
    .insertInto('idempotency')
    .values({ ...command, status, reply, createdAt: new Date() })
    .onConflict((conflict) => conflict.columns(['ownerId', 'key']).doUpdateSet({ status, reply }))
    .execute();
}

/** Deletes the keys of all owners that were first used before this moment. */
export async function forgetAnswers({ db }: Database, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('createdAt', '<', before).execute();
}
