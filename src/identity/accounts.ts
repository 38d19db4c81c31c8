import { randomBytes } from 'node:crypto';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { PASSWORD_LENGTH_MIN } from '#base/typed/password-length.ts';
import { type AuditEvent, recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { endSessions } from '#storage/users/refresh-tokens.ts';
import { addUserRow, changeUser, EMBEDDED, hasUsers, listUsersByEmail, lockUser } from '#storage/users/users.ts';
import { emailSpellings, isEmail, normalEmail } from './email.ts';
import { hashPassword } from './passwords/password-hasher.ts';
import { isPasswordAllowed, randomPassword } from './passwords/password-policy.ts';
import { voidedUntil } from './sessions.ts';

const USER_ID_BYTES = 21; // 28 characters, as long as the hosted service's.

/** A newly created account. */
export interface NewAccount {
  readonly userId: string;
  readonly email: string;
  /** The random password to show once; null when one was given. */
  readonly password: string | null;
}

/**
 * Creates an account. There is no other way to create one.
 * @param input.password - null generates a random one
 * @throws AppError EMAIL_NOT_VALID, PASSWORD_TOO_WEAK, EMAIL_TAKEN
 */
export async function addUser(
  database: Database,
  input: { email: string; password: string | null },
): Promise<NewAccount> {
  const email = readEmail(input.email);
  const password = input.password ?? randomPassword();
  const user = {
    userId: randomBytes(USER_ID_BYTES).toString('base64url'),
    email,
    passwordHash: await hashOf(password, email),
    createdAt: new Date(),
    validSince: new Date(0),
  };
  const isAdded = await database.db.transaction().execute(async (tx) => {
    const isNew = await addUserRow(tx, user);
    if (isNew) await recordAudit(tx, { event: 'user-added', ownerId: user.userId, address: null });
    return isNew;
  });
  if (!isAdded) throw new AppError('EMAIL_TAKEN', `There is already an account for ${email}.`);
  return { userId: user.userId, email, password: input.password === null ? password : null };
}

/**
 * Creates the owner's account if there is no account yet.
 * @returns null when there are accounts already
 * @throws AppError EMAIL_NOT_VALID, PASSWORD_TOO_WEAK
 */
export async function ensureOwner(
  database: Database,
  owner: { email: string; password: string | null },
): Promise<NewAccount | null> {
  if (await hasUsers(database.db)) return null;
  try {
    return await addUser(database, owner);
  } catch (error) {
    if (error instanceof AppError && error.code === 'EMAIL_TAKEN') return null; // Another process was first.
    throw error;
  }
}

/**
 * Disables an account and ends all of its sessions. A running server applies it within 15 s.
 * @param issuer - issuer of the hosted service; by default the embedded identity
 * @throws AppError EMAIL_NOT_VALID, USER_NOT_FOUND
 */
export async function disableUser(database: Database, email: string, issuer = EMBEDDED): Promise<void> {
  await changeAccount(database, { email, issuer, event: 'user-disabled' }, { isDisabled: true });
}

/** Enables the account again; its old sessions stay ended. Its arguments are those of `disableUser`. */
export async function enableUser(database: Database, email: string, issuer = EMBEDDED): Promise<void> {
  await changeAccount(database, { email, issuer, event: 'user-enabled' }, { isDisabled: false });
}

/**
 * Sets a new password and ends every session of the account.
 * @param input.password - null asks for a random one
 * @returns the random password to show once, or null when one was given
 * @throws AppError EMAIL_NOT_VALID, PASSWORD_TOO_WEAK, USER_NOT_FOUND
 */
export async function setPassword(
  database: Database,
  input: { email: string; password: string | null },
): Promise<string | null> {
  const password = input.password ?? randomPassword();
  const passwordHash = await hashOf(password, readEmail(input.email));
  const account = { email: input.email, issuer: EMBEDDED, event: 'password-changed' } as const;
  await changeAccount(database, account, { passwordHash });
  return input.password === null ? password : null;
}

async function changeAccount(
  database: Database,
  { email, issuer, event }: { readonly email: string; readonly issuer: string; readonly event: AuditEvent },
  change: { isDisabled?: boolean; passwordHash?: string },
): Promise<void> {
  const name = readEmail(email);
  const users = await listUsersByEmail(database.db, issuer, emailSpellings(email));
  if (users.length === 0) throw new AppError('USER_NOT_FOUND', `There is no account for ${name}.`);
  await database.db.transaction().execute(async (tx) => {
    const now = instantOf(Date.now());
    for (const { userId } of users) {
      await lockUser(tx, userId);
      await changeUser(tx, userId, { ...change, validSince: voidedUntil(now) });
      await endSessions(tx, { userId, authTime: null, at: new Date(now) });
    }
    await recordAudit(tx, ...users.map(({ userId }) => ({ event, ownerId: userId, address: null })));
  });
}

function readEmail(text: string): string {
  const email = normalEmail(text);
  if (!isEmail(email)) throw new AppError('EMAIL_NOT_VALID', `"${email.slice(0, 100)}" is not an email address.`);
  return email;
}

async function hashOf(password: string, email: string): Promise<string> {
  if (!isPasswordAllowed(password, email)) {
    throw new AppError(
      'PASSWORD_TOO_WEAK',
      `The password must have at least ${PASSWORD_LENGTH_MIN} characters and must not be blank, the email or a common one.`,
    );
  }
  return hashPassword(password);
}
