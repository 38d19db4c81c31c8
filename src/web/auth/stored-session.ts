/** What the sign-in library calls its entry: `firebase:authUser:<key of the service>:<name of the application>`. */
const ENTRY = /^firebase:authUser:.*:botyard$/;
/** A token that ends sooner is not worth a request. */
const LEFT_MIN_MS = 30_000;

/** What is read of the entry. Checked by hand and not by a schema: this is part of the script in the page itself. */
interface Entry {
  readonly uid: string;
  readonly stsTokenManager: { readonly accessToken: string; readonly expirationTime: number };
}

export interface StoredSession {
  readonly uid: string;
  /** Null when it has ended or is about to. */
  readonly token: string | null;
}

/**
 * Who was signed in here last. The sign-in library says so only after it has asked its service, which on a slow line is a
 * third of the time until a page is there; until then the page loads as for this user, and the server checks the token
 * of each request anyway. Null when nobody is, or when the library stores it in another way than we know.
 */
export function storedSession(): StoredSession | null {
  const stored = entryOf(jsonOf(storedText()));
  if (stored === null) return null;
  const { accessToken, expirationTime } = stored.stsTokenManager;
  return { uid: stored.uid, token: expirationTime - Date.now() > LEFT_MIN_MS ? accessToken : null };
}

function storedText(): string | null {
  try {
    const name = Object.keys(localStorage).find((key) => ENTRY.test(key));
    return name === undefined ? null : localStorage.getItem(name);
  } catch {
    return null; // Storage can be blocked for the site.
  }
}

function entryOf(value: unknown): Entry | null {
  const stored = value as { readonly uid?: unknown; readonly stsTokenManager?: Record<string, unknown> } | null; // Every part is checked here.
  const { accessToken, expirationTime } = stored?.stsTokenManager ?? {};
  if (typeof stored?.uid !== 'string' || typeof accessToken !== 'string' || typeof expirationTime !== 'number') {
    return null;
  }
  return { uid: stored.uid, stsTokenManager: { accessToken, expirationTime } };
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
