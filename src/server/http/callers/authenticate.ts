import { AppError } from '#base/errors.ts';
import type { Services } from '../../services.ts';
import { ProblemError } from '../problem.ts';
import type { Caller } from './auth.ts';

type Door = Pick<Services, 'verifier' | 'keys'>;

const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i;

/** Verifies an Authorization header that came from an address; throws TOKEN_MISSING or the verifier's error. */
export async function authenticate(door: Door, { header, address }: SentHeader): Promise<Caller> {
  if (header === undefined || header === '') throw new ProblemError('TOKEN_MISSING');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw new ProblemError('TOKEN_INVALID');
  return callerOf(door, { token, address });
}

interface SentHeader {
  readonly header: string | undefined;
  readonly address: string;
}

/**
 * Returns the caller of a token and announces a new sign-in. An error of the verifier that is not about the token is
 * passed on as an internal one.
 */
export async function callerOf(
  { verifier, keys }: Door,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<Caller> {
  try {
    const caller = await verifier.verify(token, address);
    keys.reader.notice(caller, token);
    return caller;
  } catch (error) {
    if (error instanceof AppError) throw new ProblemError(tokenProblem(error.code));
    throw error;
  }
}

function tokenProblem(code: string) {
  if (code === 'USER_DISABLED' || code === 'TOKEN_REVOKED' || code === 'IDENTITY_UNAVAILABLE') return code;
  return 'TOKEN_INVALID';
}
