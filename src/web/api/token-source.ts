/**
 * Where the calls get their bearer token; the session registers itself, so that this area does not depend on the
 * sign-in library.
 */
export interface TokenSource {
  /**
   * @param isForced - true requests a fresh token even if the current one has not expired. Null: nobody is signed in.
   */
  idToken(isForced: boolean): Promise<string | null>;
}

let source: TokenSource = { idToken: async () => null };

export function setTokenSource(next: TokenSource): void {
  source = next;
}

export function idToken(isForced: boolean): Promise<string | null> {
  return source.idToken(isForced);
}
