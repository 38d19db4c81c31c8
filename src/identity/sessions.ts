import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database, Tx } from '#storage/database/database.ts';
import {
  addRefreshToken,
  dropExpiredTokens,
  endFamily,
  endSessions,
  findRefreshToken,
  hasSession,
  type RefreshToken,
  spendRefreshToken,
} from '#storage/users/refresh-tokens.ts';
import { findUser, lockUser, noteLogin, type User } from '#storage/users/users.ts';
import type { TokenSession } from './id-token.ts';
import { IdentityError, type IdentityErrorCode } from './service/identity-error.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;
const TOKEN_LIFE_MS = 30 * DAY_MS;
/**
 * How long a used refresh token still gives its successor: two tabs of one browser may refresh at the same moment, and a
 * browser that lost the answer retries after 30 s. A later reuse ends the whole family.
 */
export const REUSE_GRACE_MS = MINUTE_MS;

/** A session with its next refresh token. */
export interface Renewal {
  readonly session: TokenSession;
  readonly user: User;
  /** The secret itself; only its hash is stored. */
  readonly refreshToken: string;
}

/** The current status of a session, whatever its tokens say. */
export type SessionStatus = 'alive' | 'ended' | 'disabled';

/**
 * Starts a session for a user who has just given the password, within the transaction that changes the user, if any.
 */
export async function beginSession(tx: Tx, user: User, now: Instant): Promise<Renewal> {
  const session = { userId: user.userId, authTime: authTimeOf(user, now) };
  await dropExpiredTokens(tx, user.userId, new Date(now));
  await noteLogin(tx, user.userId, new Date(now));
  const refreshToken = randomBytes(TOKEN_BYTES).toString('base64url');
  await issue(tx, { refreshToken, session, familyId: randomUUID(), now });
  return { session, user, refreshToken };
}

/** A session is as old as its second, but never older than the user's tokens may be. */
function authTimeOf(user: User, now: Instant): Instant {
  const second = Math.floor(now / SECOND_MS) * SECOND_MS;
  return instantOf(Math.max(second, user.validSince.getTime()));
}

/**
 * Exchanges a refresh token for its successor. Within the grace period a reuse returns the same successor, so that a
 * copied token starts no second chain that could stay unnoticed; a later reuse ends the family.
 * @throws IdentityError INVALID_REFRESH_TOKEN, TOKEN_EXPIRED, USER_DISABLED
 */
export async function renewSession(database: Database, request: RenewalRequest): Promise<Renewal> {
  if (!TOKEN_FORM.test(request.refreshToken)) throw new IdentityError('INVALID_REFRESH_TOKEN');
  const renewed = await database.db.transaction().execute((tx) => renewIn(tx, request));
  if (typeof renewed === 'string') throw new IdentityError(renewed); // Thrown outside the transaction, so that revocations are committed.
  return renewed;
}

/** A refresh token that somebody sent from an address. */
export interface RenewalRequest {
  readonly refreshToken: string;
  readonly address: string;
  readonly now: Instant;
}

async function renewIn(tx: Tx, request: RenewalRequest): Promise<Renewal | IdentityErrorCode> {
  const { refreshToken: spent, address, now } = request;
  const tokenHash = hashOf(spent);
  const found = await findRefreshToken(tx, tokenHash);
  const user = found && (await lockUser(tx, found.userId));
  const token = await findRefreshToken(tx, tokenHash); // Read again under the lock, because it may have been revoked meanwhile.
  if (!token || !user) return 'TOKEN_EXPIRED';
  if (user.isDisabled) return 'USER_DISABLED';
  if (!isAlive(token, user, now)) return 'TOKEN_EXPIRED';
  const salt = randomBytes(TOKEN_BYTES).toString('base64url');
  const { usedAt, successorSalt } = await spendRefreshToken(tx, tokenHash, { at: new Date(now), salt });
  if (now - usedAt.getTime() > REUSE_GRACE_MS) {
    await endFamily(tx, token.familyId, new Date(now));
    await recordAudit(tx, { event: 'refresh-token-reused', ownerId: user.userId, address });
    return 'TOKEN_EXPIRED';
  }
  await dropExpiredTokens(tx, user.userId, new Date(now));
  const session = { userId: user.userId, authTime: instantOf(token.authTime.getTime()) };
  const refreshToken = createHmac('sha256', successorSalt).update(spent).digest('base64url');
  await issue(tx, { refreshToken, session, familyId: token.familyId, now });
  return { session, user, refreshToken };
}

function isAlive(token: RefreshToken, user: User, now: Instant): boolean {
  return token.revokedAt === null && token.expiresAt.getTime() > now && token.authTime >= user.validSince;
}

interface Issued {
  readonly refreshToken: string;
  readonly session: TokenSession;
  readonly familyId: string;
  readonly now: Instant;
}

/** Stores the hash of a token; one that was issued before stays as it is. */
function issue(tx: Tx, { refreshToken, session, familyId, now }: Issued): Promise<void> {
  return addRefreshToken(tx, {
    tokenHash: hashOf(refreshToken),
    familyId,
    userId: session.userId,
    authTime: new Date(session.authTime),
    createdAt: new Date(now),
    expiresAt: new Date(later(now, TOKEN_LIFE_MS)),
  });
}

/** Signs one session out: its refresh tokens and, within the verifier's 15 s, its ID tokens. */
export async function endSession(
  database: Database,
  session: TokenSession,
  { address, now }: Omit<RenewalRequest, 'refreshToken'>,
): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await lockUser(tx, session.userId);
    await endSessions(tx, { userId: session.userId, authTime: new Date(session.authTime), at: new Date(now) });
    await recordAudit(tx, { event: 'signed-out', ownerId: session.userId, address });
  });
}

/** Whether tokens of the session still count: the user enabled, nothing voided since, the family not ended. */
export async function sessionStatus(database: Database, session: TokenSession): Promise<SessionStatus> {
  const user = await findUser(database.db, session.userId);
  if (user === null) return 'ended';
  if (user.isDisabled) return 'disabled';
  if (session.authTime < user.validSince.getTime()) return 'ended';
  return (await hasSession(database.db, session.userId, new Date(session.authTime))) ? 'alive' : 'ended';
}

/**
 * The first second whose tokens stay valid when everything issued until now is voided. Tokens carry whole seconds only,
 * so it is up to a second ahead; the session that starts with the change uses it as its own time.
 */
export function voidedUntil(now: Instant): Date {
  return new Date(Math.ceil((now + 1) / SECOND_MS) * SECOND_MS);
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url');
}
