import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { addEndedSession, isSessionEnded, keepHostedUser, noteHostedLogin } from '#storage/users/users.ts';
import type { SessionStatus } from '../sessions.ts';
import { type HostedProject, issuerOf, lookupUrl } from './hosted-project.ts';

/** A session of a hosted account. */
export interface HostedSession {
  readonly userId: string;
  readonly email: string;
  readonly authTime: Instant;
}

/** A token of the service, and where it came from. */
export interface HostedToken {
  readonly token: string;
  /** Null when no request brought it. */
  readonly address: string | null;
}

/** Accounts of a hosted service, as seen by this server. */
export interface HostedIdentity {
  /**
   * The current status of a session. The service is asked with the user's own token, because a token outlives its
   * account by up to an hour; then the decisions of this server apply. The first sign-in creates the user's row.
   * @throws AppError IDENTITY_UNAVAILABLE when the service does not answer and has not answered recently
   */
  statusOf(session: HostedSession, sent: HostedToken): Promise<SessionStatus>;
  /** Ends a session on this server; the browser drops its tokens by itself. */
  endSession(session: HostedSession, address: string): Promise<void>;
}

export interface HostedIdentityOptions {
  /** Connection with the identity role. */
  readonly database: Database;
  readonly project: HostedProject;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

const ANSWER_WITHIN_MS = 5_000;
const BODY_CHARACTERS_MAX = 65_536;
/** How long the last good answer counts while the service is unreachable. */
const GRACE_MS = 5 * MINUTE_MS;
const REMEMBERED_MAX = 10_000;

/** https://firebase.google.com/docs/reference/rest/auth#section-get-account-info */
const found = z.object({
  users: z.array(z.object({ disabled: z.boolean().default(false), validSince: z.string().regex(/^\d+$/).optional() })),
});
/** https://firebase.google.com/docs/reference/rest/auth#section-error-format */
const refusal = z.object({ error: z.object({ message: z.string() }) });

/** The service's codes about the account; any other answer says nothing about it. */
const statuses: Readonly<Record<string, SessionStatus>> = {
  USER_DISABLED: 'disabled',
  USER_NOT_FOUND: 'ended',
  TOKEN_EXPIRED: 'ended',
  INVALID_ID_TOKEN: 'ended',
};

export function createHostedIdentity(options: HostedIdentityOptions): HostedIdentity {
  const { database, project } = options;
  const now = options.now ?? Date.now;
  const goodAt = new LRUCache<string, number>({ max: REMEMBERED_MAX });

  const atService = async (session: HostedSession, token: string): Promise<SessionStatus> => {
    const key = JSON.stringify([session.userId, session.authTime]);
    const answer = await ask(project, token).catch(() => null);
    const status = answer === null ? null : statusIn(answer, session.authTime);
    if (status === null) {
      if (now() - (goodAt.get(key) ?? Number.NEGATIVE_INFINITY) < GRACE_MS) return 'alive';
      throw new AppError('IDENTITY_UNAVAILABLE', 'The sign-in service does not answer.', { isRetryable: true });
    }
    if (status === 'alive') goodAt.set(key, now());
    else goodAt.delete(key);
    return status;
  };

  return {
    async statusOf(session, { token, address }) {
      const status = await atService(session, token);
      return status === 'alive'
        ? statusHere(database, { ...session, issuer: issuerOf(project), address }, now())
        : status;
    },
    async endSession({ userId, authTime }, address) {
      goodAt.delete(JSON.stringify([userId, authTime]));
      await database.db.transaction().execute(async (tx) => {
        await addEndedSession(tx, { userId, authTime: new Date(authTime), endedAt: new Date(now()) });
        await recordAudit(tx, { event: 'signed-out', ownerId: userId, address });
      });
    },
  };
}

interface SeenSession extends HostedSession {
  readonly issuer: string;
  readonly address: string | null;
}

async function statusHere(database: Database, session: SeenSession, now: number): Promise<SessionStatus> {
  const { userId, issuer, email, authTime } = session;
  const user = await keepHostedUser(database.db, { userId, issuer, email, createdAt: new Date(now) });
  if (user.isDisabled) return 'disabled';
  if (authTime < user.validSince.getTime()) return 'ended';
  if (await isSessionEnded(database.db, userId, new Date(authTime))) return 'ended';
  if ((user.lastLoginAt?.getTime() ?? 0) < authTime) await recordSignIn(database, session);
  return 'alive';
}

/** The service does not tell of sign-ins: the first request of a session shows that there was one, and where its user is. */
async function recordSignIn(database: Database, { userId, authTime, address }: SeenSession): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    const isNew = await noteHostedLogin(tx, userId, new Date(authTime));
    if (isNew) await recordAudit(tx, { event: 'signed-in', ownerId: userId, address });
  });
}

async function ask(project: HostedProject, token: string): Promise<unknown> {
  const response = await fetch(lookupUrl(project), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: token }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return JSON.parse((await response.text()).slice(0, BODY_CHARACTERS_MAX));
}

/** Null when the answer says nothing about the account. */
function statusIn(answer: unknown, authTime: Instant): SessionStatus | null {
  const account = found.safeParse(answer);
  if (account.success) {
    const [user] = account.data.users;
    if (user === undefined) return 'ended';
    if (user.disabled) return 'disabled';
    return authTime < Number(user.validSince ?? 0) * SECOND_MS ? 'ended' : 'alive';
  }
  const refused = refusal.safeParse(answer);
  const code = refused.success ? (refused.data.error.message.split(' ', 1)[0] ?? '') : '';
  return Object.hasOwn(statuses, code) ? (statuses[code] ?? null) : null;
}
