import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { AppError } from '#base/errors.ts';
import { HOUR_MS, SECOND_MS } from '#base/time.ts';

const ANSWER_WITHIN_MS = 5 * SECOND_MS;
/** The key server is asked at most this often, however many unknown keys are named. */
const ASK_AGAIN_MS = 30 * SECOND_MS;
/** A withdrawn key is refused after this time at the latest. */
const KEEP_MS = HOUR_MS;

/**
 * The public keys of a hosted service, fetched on demand and cached. If the key server does not answer, tokens are
 * neither accepted nor judged invalid: AppError IDENTITY_UNAVAILABLE is thrown.
 */
export function hostedKeys(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: ANSWER_WITHIN_MS,
    cooldownDuration: ASK_AGAIN_MS,
    cacheMaxAge: KEEP_MS,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      const isVerdict = cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys;
      if (isVerdict || cause instanceof errors.JOSENotSupported) throw cause;
      throw new AppError('IDENTITY_UNAVAILABLE', 'The keys of the sign-in service cannot be fetched.', {
        cause,
        isRetryable: true,
      });
    }
  };
}
