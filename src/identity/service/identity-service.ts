import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { KnownAddress } from '#storage/audit/known-addresses.ts';
import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { endSessions } from '#storage/users/refresh-tokens.ts';
import { changeUser, findUser, findUserByEmail, lockUser, type User } from '#storage/users/users.ts';
import { emailSpellings, isEmail, normalEmail } from '../email.ts';
import { readIdToken, signIdToken, type TokenSession } from '../id-token.ts';
import { type Attempt, createAttemptThrottle } from '../passwords/attempt-throttle.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { isPasswordAllowed } from '../passwords/password-policy.ts';
import { beginSession, type Renewal, renewSession, sessionStatus, voidedUntil } from '../sessions.ts';
import type { SigningKeys } from '../signing-keys.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';
import { IdentityError } from './identity-error.ts';

/** The password must have been given this recently to change it, as in the hosted service. */
const RECENT_SIGN_IN_MS = 5 * MINUTE_MS;

export interface IdentityOptions {
  /** Logged in with the identity role. */
  readonly database: Database;
  readonly keys: SigningKeys;
  /** From where accounts have signed in before this start, the most recent last. */
  readonly signedIn?: readonly KnownAddress[];
  /** Called when sessions of a user have just ended here. */
  readonly onSessionsEnded?: (userId: string) => void;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

/** A session as the browser gets it. */
export interface Grant {
  readonly user: User;
  readonly idToken: string;
  readonly refreshToken: string;
}

/** The embedded identity, without its HTTP routes. Every refusal is an IdentityError. */
export interface IdentityService {
  /** @throws IdentityError INVALID_EMAIL, MISSING_PASSWORD, INVALID_LOGIN_CREDENTIALS, USER_DISABLED, TOO_MANY_ATTEMPTS_TRY_LATER */
  signIn(input: { email: string; password: string; address: string }): Promise<Grant>;
  /** @throws IdentityError INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_DISABLED */
  lookup(idToken: string): Promise<User>;
  /** Changes the password, which ends every other session. */
  changePassword(input: { idToken: string; password: string; address: string }): Promise<Grant>;
  /** @throws IdentityError INVALID_REFRESH_TOKEN, TOKEN_EXPIRED, USER_DISABLED */
  refresh(refreshToken: string, address: string): Promise<Grant>;
  /** Stores what is only counted so far. */
  close(): Promise<void>;
}

/**
 * Opens the embedded identity with its own database login. Takes a moment to compute a decoy hash, so that an unknown
 * email takes as long as a wrong password.
 */
export async function createIdentityService(options: IdentityOptions): Promise<IdentityService> {
  const { database, keys } = options;
  const clock = options.now ?? Date.now;
  const now = (): Instant => instantOf(clock());
  const hasher = await createPasswordHasher();
  const throttle = createAttemptThrottle(clock, knownPairs(options.signedIn ?? []));
  const failures = createFailedSignIns(database, clock);

  const grant = async ({ session, user, refreshToken }: Renewal): Promise<Grant> => {
    const idToken = await signIdToken(keys, { session, email: user.email, now: now() });
    return { user, idToken, refreshToken };
  };
  const signedIn = async (idToken: string): Promise<{ session: TokenSession; user: User }> => {
    const session = await readIdToken(keys, { token: idToken, now: now() });
    const status = await sessionStatus(database, session);
    if (status === 'disabled') throw new IdentityError('USER_DISABLED');
    const user = status === 'alive' ? await findUser(database.db, session.userId) : null;
    if (user === null) throw new IdentityError('TOKEN_EXPIRED');
    return { session, user };
  };

  return {
    async signIn({ email: typed, password, address }) {
      const email = normalEmail(typed);
      if (!isEmail(email)) throw new IdentityError('INVALID_EMAIL');
      if (password === '') throw new IdentityError('MISSING_PASSWORD');
      const attempt = throttle.begin(email, address);
      if (attempt === null) {
        failures.note({ userId: null, address, reason: 'throttled' });
        throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER');
      }
      const found = await withdrawnOnFailure(attempt, () => findUserByEmail(database.db, emailSpellings(typed)));
      const isMatch = await withdrawnOnFailure(attempt, () => hasher.isMatch(found?.passwordHash ?? null, password));
      if (found === null || !isMatch) {
        failures.note({ userId: found?.userId ?? null, address, reason: 'wrong' });
        throw new IdentityError('INVALID_LOGIN_CREDENTIALS');
      }
      attempt.succeed();
      try {
        return await grant(await begin(database, found, { address, now: now() }));
      } catch (error) {
        const isDisabled = error instanceof IdentityError && error.code === 'USER_DISABLED';
        if (isDisabled) failures.note({ userId: found.userId, address, reason: 'disabled' });
        throw error;
      }
    },
    async lookup(idToken) {
      return (await signedIn(idToken)).user;
    },
    async changePassword({ idToken, password, address }) {
      const { session, user } = await signedIn(idToken);
      if (now() - session.authTime > RECENT_SIGN_IN_MS) throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
      if (!isPasswordAllowed(password, user.email)) throw new IdentityError('WEAK_PASSWORD');
      const passwordHash = await hasher.hash(password);
      const renewal = await replacePassword(database, { session, passwordHash, address, now: now() });
      options.onSessionsEnded?.(session.userId);
      return grant(renewal);
    },
    async refresh(refreshToken, address) {
      return grant(await renewSession(database, { refreshToken, address, now: now() }));
    },

    close: failures.close,
  };
}

/** As sign-ins spell the emails. */
function knownPairs(signedIn: readonly KnownAddress[]): readonly KnownAddress[] {
  return signedIn.map(({ email, address }) => ({ email: normalEmail(email), address }));
}

/**
 * The password matched the user as read before; under the lock, the account may have been disabled or changed since.
 */
function begin(database: Database, found: User, { address, now }: SignInOf): Promise<Renewal> {
  return database.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, found.userId);
    if (user === null || user.passwordHash !== found.passwordHash) {
      throw new IdentityError('INVALID_LOGIN_CREDENTIALS');
    }
    if (user.isDisabled) throw new IdentityError('USER_DISABLED');
    const renewal = await beginSession(tx, user, now);
    await recordAudit(tx, { event: 'signed-in', ownerId: user.userId, address });
    return renewal;
  });
}

interface SignInOf {
  readonly address: string;
  readonly now: Instant;
}

/** Another process may have ended the session while the hash was computed, so it is checked again under the lock. */
function replacePassword(
  database: Database,
  change: SignInOf & { readonly session: TokenSession; readonly passwordHash: string },
): Promise<Renewal> {
  const { session, passwordHash, address, now } = change;
  const { userId } = session;
  return database.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null || user.isDisabled) throw new IdentityError('USER_DISABLED');
    if (session.authTime < user.validSince.getTime()) throw new IdentityError('TOKEN_EXPIRED');
    const validSince = voidedUntil(now);
    await changeUser(tx, userId, { passwordHash, validSince });
    await endSessions(tx, { userId, authTime: null, at: new Date(now) });
    const renewal = await beginSession(tx, { ...user, passwordHash, validSince }, now);
    await recordAudit(tx, { event: 'password-changed', ownerId: userId, address });
    return renewal;
  });
}

/** An attempt whose password could not be checked does not count as wrong. */
async function withdrawnOnFailure<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    attempt.withdraw();
    throw cause;
  }
}
