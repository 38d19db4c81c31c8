import { createHash } from 'node:crypto';
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, SECOND_MS } from '#base/time.ts';

/** A user identified by an ID token. */
export interface Caller {
  readonly userId: string;
  /** The user's id at the identity service. */
  readonly subject: string;
  readonly email: string;
  /** When the password was entered; together with the user it identifies the session. */
  readonly authTime: Instant;
  readonly expiresAt: Instant;
}

/** The identity service's present view of a session, regardless of the token. */
export type TokenState = 'alive' | 'ended' | 'disabled';

/** A token as it came with a request. */
export interface SentToken {
  readonly token: string;
  /** Null when no request brought it. */
  readonly address: string | null;
}

/** Verifies tokens. Streams verify again at least every 30 s, so that they close when the session ends. */
export interface TokenVerifier {
  /**
   * @param address - where the token came from; null when no request brought it
   * @throws AppError TOKEN_INVALID, TOKEN_REVOKED, USER_DISABLED, IDENTITY_UNAVAILABLE
   */
  verify(token: string, address?: string | null): Promise<Caller>;
  /** Forgets what is cached about a user's sessions, so that the next request asks the identity service. */
  forget(userId: string): void;
}

export interface VerifierOptions {
  readonly issuer: string;
  readonly audience: string;
  /** The issuer's public keys: jose's local or remote key set. The key always comes from it, never from a header. */
  readonly keySet: JWTVerifyGetKey;
  /** Called at most every 15 s per session. */
  readonly tokenState: (caller: Caller, sent: SentToken) => Promise<TokenState>;
  /** The user's id in this database; by default the subject itself. */
  readonly userIdOf?: (subject: string) => string;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

const ALGORITHMS = ['RS256'];
const TOKEN_LENGTH_MAX = 4_096;
const TOKENS_REMEMBERED_MAX = 10_000;
const TOKEN_STATE_MAX_AGE_MS = 15_000;
/** Clocks of two machines differ a little. */
const CLOCK_TOLERANCE_S = 5;
/** A token that contains its own key, or a pointer to one, was not issued by us. */
const FOREIGN_HEADERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip'];

const seconds = z.int().positive();
const claims = z.object({
  sub: z.string().min(1).max(128),
  user_id: z.string().min(1).max(128).optional(),
  email: z.string().max(254).optional(),
  aud: z.string(),
  exp: seconds,
  iat: seconds,
  auth_time: seconds,
});

/** Verifies ID tokens of one issuer, embedded or hosted, and caches valid ones until they expire. */
export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const now = options.now ?? Date.now;
  const callers = new LRUCache<string, Caller>({ max: TOKENS_REMEMBERED_MAX });
  const tokenStates = new LRUCache<string, { readonly tokenState: TokenState; readonly askedAt: number }>({
    max: TOKENS_REMEMBERED_MAX,
  });

  const callerOf = async (token: string): Promise<Caller> => {
    if (token.length > TOKEN_LENGTH_MAX) throw invalid(new Error('The token is too long.'));
    const key = createHash('sha256').update(token).digest('base64');
    const known = callers.get(key);
    if (known && known.expiresAt > now()) return known;
    const caller = await readToken(token, options, now());
    callers.set(key, caller);
    return caller;
  };
  const questions = new Map<string, Promise<TokenState>>();
  const ask = (key: string, caller: Caller, sent: SentToken): Promise<TokenState> => {
    const askedAt = now(); // Taken before the call: an answer that took long is old.
    const question = options.tokenState(caller, sent).then((tokenState) => {
      // An answer to a call from before `forget` may be outdated.
      if (questions.get(key) === question) tokenStates.set(key, { tokenState, askedAt });
      return tokenState;
    });
    questions.set(key, question);
    const end = (): void => {
      if (questions.get(key) === question) questions.delete(key);
    };
    question.then(end, end);
    return question;
  };
  const tokenStateOf = (caller: Caller, sent: SentToken): Promise<TokenState> | TokenState => {
    const key = JSON.stringify([caller.userId, caller.authTime]);
    const known = tokenStates.get(key);
    if (known && now() - known.askedAt < TOKEN_STATE_MAX_AGE_MS) return known.tokenState;
    return questions.get(key) ?? ask(key, caller, sent);
  };

  return {
    async verify(token, address = null) {
      const caller = await callerOf(token);
      const tokenState = await tokenStateOf(caller, { token, address });
      if (tokenState === 'disabled') throw new AppError('USER_DISABLED', 'The account is disabled.');
      if (tokenState === 'ended') throw new AppError('TOKEN_REVOKED', 'The session has ended.');
      return caller;
    },
    forget(userId) {
      const isTheirs = (key: string): boolean => key.startsWith(`[${JSON.stringify(userId)},`);
      for (const key of [...tokenStates.keys()]) if (isTheirs(key)) tokenStates.delete(key);
      for (const key of questions.keys()) if (isTheirs(key)) questions.delete(key);
    },
  };
}

async function readToken(token: string, options: VerifierOptions, now: number): Promise<Caller> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, options.keySet, {
      algorithms: ALGORITHMS,
      issuer: options.issuer,
      audience: options.audience,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
    });
    if (!protectedHeader.kid) throw new Error('The token names no key.');
    for (const name of FOREIGN_HEADERS) {
      if (name in protectedHeader) throw new Error(`The header ${name} is not allowed.`);
    }
    const caller = readClaims(payload, options.audience, now);
    return { ...caller, userId: options.userIdOf?.(caller.subject) ?? caller.userId };
  } catch (cause) {
    if (cause instanceof AppError) throw cause; // The keys could not be fetched, so nothing is known about the token.
    throw invalid(cause);
  }
}

function readClaims(payload: JWTPayload, audience: string, now: number): Caller {
  const read = claims.parse(payload);
  const latest = now / SECOND_MS + CLOCK_TOLERANCE_S;
  if (read.aud !== audience) throw new Error('The audience is another project.');
  if (read.iat > latest || read.auth_time > latest) throw new Error('The token is from the future.');
  if (read.auth_time > read.iat) throw new Error('The token is older than its session.');
  if (read.user_id !== undefined && read.user_id !== read.sub) throw new Error('The token names two users.');
  const authTime = instantOf(read.auth_time * SECOND_MS);
  // A cached token must not outlive a fresh one, so the tolerance ends with the first check.
  return {
    userId: read.sub,
    subject: read.sub,
    email: read.email ?? '',
    authTime,
    expiresAt: instantOf(read.exp * SECOND_MS),
  };
}

/** Gives no reason: the sender of an invalid token learns only that it is invalid. */
function invalid(cause: unknown): AppError {
  return new AppError('TOKEN_INVALID', 'The token is not valid or has expired.', { cause });
}
