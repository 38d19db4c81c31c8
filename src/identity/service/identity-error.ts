import { PASSWORD_LENGTH_MIN } from '#base/typed/password-length.ts';

/** Codes of the Identity Toolkit protocol that this service answers; the browser's SDK maps them to its `auth/…` codes. */
export const identityErrors = {
  ADMIN_ONLY_OPERATION: 400,
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 400,
  INVALID_EMAIL: 400,
  INVALID_GRANT_TYPE: 400,
  INVALID_ID_TOKEN: 400,
  INVALID_LOGIN_CREDENTIALS: 400,
  INVALID_REFRESH_TOKEN: 400,
  INVALID_REQUEST: 400,
  MISSING_PASSWORD: 400,
  MISSING_REFRESH_TOKEN: 400,
  OPERATION_NOT_ALLOWED: 400,
  TOKEN_EXPIRED: 400,
  TOO_MANY_ATTEMPTS_TRY_LATER: 400,
  USER_DISABLED: 400,
  WEAK_PASSWORD: 400,
  NOT_FOUND: 404,
  REQUEST_TOO_LARGE: 413,
  INTERNAL_ERROR: 500,
  DATABASE_UNAVAILABLE: 503,
  OVERLOADED: 503,
  DISK_FULL: 507,
} as const;

export type IdentityErrorCode = keyof typeof identityErrors;

/** Seconds after which a sign-in is worth repeating; sent as Retry-After with these codes. */
export const identityRetryAfterS: Partial<Record<IdentityErrorCode, number>> = {
  DATABASE_UNAVAILABLE: 2,
  OVERLOADED: 2,
  DISK_FULL: 30,
};

/** The fixed sentence behind a code, as the real service appends it; only the weak password has one. */
const sentences: Partial<Record<IdentityErrorCode, string>> = {
  WEAK_PASSWORD: `Password should be at least ${PASSWORD_LENGTH_MIN} characters, and neither blank, nor the email, nor a common one`,
};

/** A refusal of the identity service. Thrown only inside `identity`, answered only by its error handler. */
export class IdentityError extends Error {
  readonly code: IdentityErrorCode;

  constructor(code: IdentityErrorCode) {
    super(code);
    this.name = 'IdentityError';
    this.code = code;
  }
}

/**
 * The code that the official SDK knows of a service that cannot be reached. On any other it signs its user out when a page
 * opens, and renews the session no more by itself.
 */
const UNREACHABLE = 'NETWORK_REQUEST_FAILED';

/**
 * The body of a refusal. It does not depend on what was sent, so it reveals nothing about an account.
 * @param isUnasked - whether the SDK called by itself: to keep the session of its user, who would not know why it ended
 */
export function errorBody(code: IdentityErrorCode, { isUnasked }: { readonly isUnasked: boolean }) {
  const isPassing = isUnasked && identityRetryAfterS[code] !== undefined;
  const sentence = sentences[code];
  const named = sentence === undefined ? code : `${code} : ${sentence}`;
  const message = isPassing ? `${UNREACHABLE} : ${code}` : named;
  const status = identityErrors[code];
  return { error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } };
}
