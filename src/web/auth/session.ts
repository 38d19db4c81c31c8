import { getSettings, signOut as signOutCall } from '#contract/system.ts';
import { api } from '#web/api/api.ts';
import { setTokenSource } from '#web/api/token-source.ts';
import type { Session, SessionUser } from './open-session.ts';
import { storedSession } from './stored-session.ts';

let opening: Promise<Session> | null = null;

/** Until the session is open, its token as it is stored serves. */
setTokenSource({
  async idToken(isForced) {
    const stored = isForced ? null : (storedSession()?.token ?? null);
    return stored ?? (await startSession()).idToken(isForced);
  },
});

/**
 * Opens the one session of this page: asks the server where to sign in, then waits until it is known who is signed in.
 * Later calls wait for the same opening; after a failure the next call tries again.
 * @throws ApiError when the server's settings cannot be read
 */
export function startSession(): Promise<Session> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function open(): Promise<Session> {
  // The sign-in library is a quarter of the code that the login needs; pages of a known user are drawn before it comes.
  const [{ identity }, { openSession }] = await Promise.all([api(getSettings, {}), import('./open-session.ts')]);
  const session = await openSession({
    identity,
    origin: location.origin,
    endOnServer: () => api(signOutCall, { body: {} }),
  });
  setTokenSource(session);
  return session;
}

/** Who is signed in, as soon as that is known; null for nobody. */
export async function currentUser(): Promise<SessionUser | null> {
  return (await startSession()).user;
}

/**
 * Calls back with the current user, then on every sign-in and sign-out: by hand, from another tab, or forced. A
 * disabled account or an ended session is signed out within a minute.
 * @returns how to unsubscribe
 */
export function onUserChange(listener: (user: SessionUser | null) => void): () => void {
  let isWanted = true;
  let stop = (): void => {};
  const begin = (session: Session): void => {
    if (isWanted) stop = session.subscribe(() => listener(session.user));
  };
  startSession().then(begin, () => {}); // A caller that asks for the user gets the failure.
  return () => {
    isWanted = false;
    stop();
  };
}

/** @throws the sign-in library's error; `authCodeOf` names it */
export async function signIn(email: string, password: string): Promise<void> {
  await (await startSession()).signIn(email, password);
}

/** Ends the session here in any case, and on the server when it answers within 3 s. */
export async function signOutHere(): Promise<void> {
  await (await startSession()).signOut();
}

/**
 * @param present - the current password; the service checks it
 * @throws the sign-in library's error; `authCodeOf` names it
 */
export async function changePassword(present: string, next: string): Promise<void> {
  await (await startSession()).changePassword(present, next);
}

/**
 * Makes the sign-in a fresh one, which actions on keys need.
 * @throws the sign-in library's error; `authCodeOf` names it
 */
export async function reauthenticate(password: string): Promise<void> {
  await (await startSession()).reauthenticate(password);
}

/** When the password was last given, UTC milliseconds; null when nobody is signed in. */
export async function signedInAt(): Promise<number | null> {
  return (await startSession()).signedInAt();
}
