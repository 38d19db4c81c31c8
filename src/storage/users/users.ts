import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { UsersTable } from '../database/user-tables.ts';

/** The issuer of accounts that live in this database. */
export const EMBEDDED = 'embedded';

/** An account, embedded or hosted. Only the identity role reaches these rows; no other owner filters them. */
export type User = Selectable<UsersTable>;

/** The embedded account of an email. Its argument is that of `listUsersByEmail`. */
export async function findUserByEmail(db: Db | Tx, spellings: readonly string[]): Promise<User | null> {
  const [user] = await listUsersByEmail(db, EMBEDDED, spellings);
  return user ?? null;
}

/**
 * Accounts of one issuer with an email; a hosted service may have given it to several, one after another.
 * @param spellings - of the email; only the first one that has accounts counts
 */
export async function listUsersByEmail(db: Db | Tx, issuer: string, spellings: readonly string[]): Promise<User[]> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('email', 'in', spellings)
    .where('issuer', '=', issuer)
    .execute();
  const first = spellings.find((spelling) => users.some(({ email }) => email === spelling));
  return users.filter(({ email }) => email === first);
}

/** The account with this id; null when there is none. */
export async function findUser(db: Db | Tx, userId: string): Promise<User | null> {
  const user = await db.selectFrom('users').selectAll().where('userId', '=', userId).executeTakeFirst();
  return user ?? null;
}

/** The user, with the row locked until the transaction ends, so that changes of a user's sessions happen one by one. */
export async function lockUser(tx: Tx, userId: string): Promise<User | null> {
  const user = await tx.selectFrom('users').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst();
  return user ?? null;
}

/** @returns whether the user was added; false when the email is taken */
export async function addUserRow(
  db: Db | Tx,
  user: Pick<User, 'userId' | 'email' | 'createdAt' | 'validSince'> & { readonly passwordHash: string },
): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values({ ...user, issuer: EMBEDDED, isDisabled: false, lastLoginAt: null })
    .onConflict((conflict) => conflict.column('email').where('issuer', '=', EMBEDDED).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Creates the row of a hosted user at the first sign-in, and updates the email to that of the service. */
export async function keepHostedUser(
  db: Db | Tx,
  user: Pick<User, 'userId' | 'issuer' | 'email' | 'createdAt'>,
): Promise<User> {
  const fresh = { passwordHash: null, isDisabled: false, validSince: new Date(0), lastLoginAt: null };
  return db
    .insertInto('users')
    .values({ ...user, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ email: user.email }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records that a session of a hosted service was ended here. */
export async function addEndedSession(
  db: Db | Tx,
  session: { readonly userId: string; readonly authTime: Date; readonly endedAt: Date },
): Promise<void> {
  await db
    .insertInto('endedSessions')
    .values(session)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a session of a hosted service was ended here. */
export async function isSessionEnded(db: Db | Tx, userId: string, authTime: Date): Promise<boolean> {
  const found = await db
    .selectFrom('endedSessions')
    .select('endedAt')
    .where('userId', '=', userId)
    .where('authTime', '=', authTime)
    .executeTakeFirst();
  return found !== undefined;
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

/** Stores when a session last began; wall time. */
export async function noteLogin(db: Db | Tx, userId: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ lastLoginAt: at }).where('userId', '=', userId).execute();
}

/** The same for a hosted user, whose sessions are seen only after they began. @returns whether this one is the newest */
export async function noteHostedLogin(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ lastLoginAt: at })
    .where('userId', '=', userId)
    .where((build) => build.or([build('lastLoginAt', 'is', null), build('lastLoginAt', '<', at)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether any embedded account exists; if not, the first start creates the owner. */
export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('userId')
    .where('issuer', '=', EMBEDDED)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
