import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { UsersTable } from './schema.ts';

/** An account of the embedded identity. Only the identity role reaches these rows; no other owner filters them. */
export type User = Selectable<UsersTable>;

/** @param email - in its normal spelling */
export async function findUserByEmail(db: Db | Tx, email: string): Promise<User | null> {
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  return user ?? null;
}

/** The account with this id; null when there is none. */
export async function findUser(db: Db | Tx, userId: string): Promise<User | null> {
  const user = await db.selectFrom('users').selectAll().where('userId', '=', userId).executeTakeFirst();
  return user ?? null;
}

/** The user with the row locked until the transaction ends: whatever changes the sessions of one user waits in line. */
export async function lockUser(tx: Tx, userId: string): Promise<User | null> {
  const user = await tx.selectFrom('users').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst();
  return user ?? null;
}

/** @returns whether the user was added; false when the e-mail is taken */
export async function addUserRow(
  db: Db | Tx,
  user: Pick<User, 'userId' | 'email' | 'passwordHash' | 'createdAt' | 'validSince'>,
): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values({ ...user, isDisabled: false, lastLoginAt: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Sets what is given; `validSince` never goes back. */
export async function changeUser(
  db: Db | Tx,
  userId: string,
  change: { readonly passwordHash?: string; readonly isDisabled?: boolean; readonly validSince?: Date },
): Promise<void> {
  const { validSince, ...rest } = change;
  const since = validSince && { validSince: sql<Date>`greatest(valid_since, ${validSince})` };
  await db
    .updateTable('users')
    .set({ ...rest, ...since })
    .where('userId', '=', userId)
    .execute();
}

/** Keeps when a session last began; wall time. */
export async function noteLogin(db: Db | Tx, userId: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ lastLoginAt: at }).where('userId', '=', userId).execute();
}

/** Whether anybody has an account yet; the first start makes the owner when not. */
export async function hasUsers(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('users').select('userId').limit(1).executeTakeFirst()) !== undefined;
}
