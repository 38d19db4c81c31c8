/** Key of the sentence for a code of the sign-in library that the catalogue does not have; it includes the code. */
export const UNKNOWN_AUTH_ERROR = 'auth/unknown';

/** The library's code of an error, such as "auth/user-disabled"; UNKNOWN_AUTH_ERROR for an error of another origin. */
export function authCodeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return UNKNOWN_AUTH_ERROR;
  return error.code.startsWith('auth/') ? error.code : UNKNOWN_AUTH_ERROR;
}
