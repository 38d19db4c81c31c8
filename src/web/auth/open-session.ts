import { deleteApp, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  EmailAuthProvider,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
} from '@firebase/auth';
import * as z from 'zod/mini';
import { authCodeOf } from '#web/i18n/auth-error.ts';
import { startRefreshSchedule } from './refresh-schedule.ts';

/** How often the account is checked, so that a disabled one is signed out within a minute. */
export const ACCOUNT_CHECK_MS = 25_000;
/** How early the library counts a token as expired. */
const EXPIRED_EARLY_MS = 30_000;
const SIGN_OUT_WAIT_MS = 3_000;
const APP_NAME = 'botyard';

/** Codes that end the session; the library itself signs out after only two of them. */
const finalCodes = [
  'auth/user-disabled',
  'auth/user-token-expired',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
];

/** The signed-in user as the account page shows it. */
export type SessionUser = Pick<
  User,
  | 'uid'
  | 'displayName'
  | 'photoURL'
  | 'email'
  | 'emailVerified'
  | 'phoneNumber'
  | 'tenantId'
  | 'isAnonymous'
  | 'providerData'
  | 'metadata'
>;

/** The signed-in user of this browser. Errors of the sign-in library pass through with their `auth/…` code. */
export interface Session {
  /** Null while nobody is signed in. */
  readonly user: SessionUser | null;
  /** Calls back on every sign-in and sign-out, whoever caused it. @returns how to unsubscribe */
  subscribe(listener: () => void): () => void;
  signIn(email: string, password: string): Promise<void>;
  /** Ends the session here in any case, and on the server if it answers. */
  signOut(): Promise<void>;
  /** Checks the current password with the service, then sets the new one. Other sessions end. */
  changePassword(present: string, next: string): Promise<void>;
  /** Checks the password with the service, which makes the sign-in a fresh one. */
  reauthenticate(password: string): Promise<void>;
  /** When the password was last given, UTC milliseconds; null when nobody is signed in. */
  signedInAt(): Promise<number | null>;
  /** A token that is good for at least 30 s; null when nobody is signed in. */
  idToken(isForced: boolean): Promise<string | null>;
  /** Releases timers and listeners without signing out. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly identity: {
    readonly isEmbedded: boolean;
    readonly projectId: string;
    readonly apiKey: string;
    readonly origin: string | null;
  };
  /** The page's own origin: an embedded identity service answers there. */
  readonly origin: string;
  /** Reports the end of the session to our server while its token is still valid. */
  readonly endOnServer: () => Promise<unknown>;
}

/** Opens the session of this browser and waits until it is known who is signed in. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { apiKey, projectId, isEmbedded, origin } = options.identity;
  const service = isEmbedded ? options.origin : origin;
  const app = initializeApp({ apiKey, projectId }, APP_NAME);
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  if (service !== null) connectAuthEmulator(auth, service, { disableWarnings: true });
  startRefreshSchedule(app);
  await auth.authStateReady();
  // A new password ends the tokens before it. What is asked with them before the new ones have come would end the session.
  let changed: Promise<unknown> = Promise.resolve();
  const check = setInterval(() => void changed.then(() => checkAccount(auth)), ACCOUNT_CHECK_MS);

  return {
    get user() {
      return auth.currentUser;
    },
    subscribe: (listener) => onAuthStateChanged(auth, listener),
    signIn: (email, password) => signIn(auth, email, password),
    async signOut() {
      if (auth.currentUser === null) return;
      const patience = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT_MS));
      await Promise.race([options.endOnServer().catch(() => null), patience]);
      await signOut(auth);
    },
    changePassword(present, next) {
      const change = changePassword(auth, present, next);
      changed = change.catch(() => null);
      return change;
    },
    async reauthenticate(password) {
      await reauthenticate(auth, password);
    },
    async signedInAt() {
      const token = await auth.currentUser?.getIdTokenResult();
      return token ? Date.parse(token.authTime) : null;
    },
    async idToken(isForced) {
      if (isForced) await changed;
      return idToken(auth, isForced);
    },
    async close() {
      clearInterval(check);
      await deleteApp(app);
    },
  };
}

/** The console line is required by the specification; the form shows the reason in words. */
async function signIn(auth: Auth, email: string, password: string): Promise<void> {
  try {
    await signInWithEmailAndPassword(auth, email, password);
  } catch (error) {
    console.error('Ошибка входа', authCodeOf(error));
    throw error;
  }
}

async function changePassword(auth: Auth, present: string, next: string): Promise<void> {
  await updatePassword(await reauthenticate(auth, present), next);
}

async function reauthenticate(auth: Auth, password: string): Promise<User> {
  const user = auth.currentUser;
  if (user === null) throw Object.assign(new Error('Nobody is signed in.'), { code: 'auth/null-user' });
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
  return user;
}

async function idToken(auth: Auth, isForced: boolean): Promise<string | null> {
  try {
    return (await auth.currentUser?.getIdToken(isForced)) ?? null;
  } catch (error) {
    if (await isEnded(auth, error)) return null;
    throw error;
  }
}

/**
 * A network failure says nothing about the account, so only a refusal ends the session. With an expired token the
 * check would be a refresh, and refreshes have a schedule of their own.
 */
async function checkAccount(auth: Auth): Promise<void> {
  if (auth.currentUser === null || hasExpired(auth.currentUser)) return;
  try {
    await auth.currentUser.reload();
  } catch (error) {
    await isEnded(auth, error);
  }
}

const tokens = z.object({ stsTokenManager: z.object({ expirationTime: z.number() }) });

/** Asking for the token itself would renew it, so its expiry is read from the user as it is stored. */
function hasExpired(user: User): boolean {
  const stored = tokens.safeParse(user.toJSON());
  return stored.success && stored.data.stsTokenManager.expirationTime - EXPIRED_EARLY_MS < Date.now();
}

/** Signs out after a refusal that no retry can fix. */
async function isEnded(auth: Auth, error: unknown): Promise<boolean> {
  if (!finalCodes.includes(authCodeOf(error))) return false;
  await signOut(auth);
  return true;
}
