import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { type Instant, instantOf, SECOND_MS } from '#base/time.ts';
import { IdentityError } from './service/identity-error.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** Lifetime of an ID token, as in the hosted service. */
export const ID_TOKEN_LIFE_MS = 3_600_000;
/** Revocation rounds up to whole seconds, so a fresh token may carry a time up to a second ahead. */
const CLOCK_TOLERANCE_S = 5;

/** The session that a token belongs to. */
export interface TokenSession {
  readonly userId: string;
  /** When the password was given, whole seconds. */
  readonly authTime: Instant;
}

const claims = z.object({ sub: z.string().min(1).max(128), auth_time: z.int().positive() });

/** Signs an ID token of the session with the claims of the hosted service. */
export function signIdToken(
  keys: SigningKeys,
  input: { session: TokenSession; email: string; now: number },
): Promise<string> {
  const { userId, authTime } = input.session;
  const issuedAt = Math.max(Math.floor(input.now / SECOND_MS), authTime / SECOND_MS);
  return new SignJWT({
    auth_time: authTime / SECOND_MS,
    user_id: userId,
    email: input.email,
    email_verified: true,
    firebase: { identities: { email: [input.email] }, sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keys.keyId, typ: 'JWT' })
    .setIssuer(keys.issuer)
    .setAudience(keys.projectId)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ID_TOKEN_LIFE_MS / SECOND_MS)
    .sign(keys.privateKey);
}

/**
 * Verifies an ID token sent to this service; whether its session is still alive is checked elsewhere.
 * @throws IdentityError INVALID_ID_TOKEN, TOKEN_EXPIRED
 */
export async function readIdToken(keys: SigningKeys, input: { token: string; now: number }): Promise<TokenSession> {
  try {
    const { payload } = await jwtVerify(input.token, keys.keySet, {
      algorithms: [SIGNING_ALGORITHM],
      issuer: keys.issuer,
      audience: keys.projectId,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(input.now),
    });
    const { sub, auth_time } = claims.parse(payload);
    return { userId: sub, authTime: instantOf(auth_time * SECOND_MS) };
  } catch (cause) {
    throw new IdentityError(cause instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'INVALID_ID_TOKEN');
  }
}
