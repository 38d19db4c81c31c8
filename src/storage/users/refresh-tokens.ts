import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/database.ts';
import type { RefreshTokensTable } from '../database/user-tables.ts';

/** One link of a session's chain of refresh tokens. Only the SHA-256 of the secret is stored. */
export type RefreshToken = Selectable<RefreshTokensTable>;

/** The token with this SHA-256, including used and revoked ones, so that reuse is noticed; null when unknown. */
export async function findRefreshToken(db: Db | Tx, tokenHash: string): Promise<RefreshToken | null> {
  const token = await db.selectFrom('refreshTokens').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
  return token ?? null;
}

/** Adds a fresh link to a session's chain; a link that is there already stays as it is. */
export async function addRefreshToken(
  db: Db | Tx,
  token: Omit<RefreshToken, 'usedAt' | 'revokedAt' | 'successorSalt'>,
): Promise<void> {
  await db
    .insertInto('refreshTokens')
    .values({ ...token, usedAt: null, revokedAt: null, successorSalt: null })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .execute();
}

/** A token's first use. Its successor follows from the salt and the secret token, which is nowhere stored. */
export interface FirstUse {
  readonly usedAt: Date;
  readonly successorSalt: string;
}

/**
 * Marks a token as used.
 * @returns the first use: the given one, or an earlier one when this is a reuse
 */
export async function spendRefreshToken(
  db: Db | Tx,
  tokenHash: string,
  { at, salt }: { readonly at: Date; readonly salt: string },
): Promise<FirstUse> {
  const { usedAt, successorSalt } = await db
    .updateTable('refreshTokens')
    .set({
      usedAt: sql<Date>`coalesce(used_at, ${at})`,
      successorSalt: sql<string>`coalesce(successor_salt, ${salt})`,
    })
    .where('tokenHash', '=', tokenHash)
    .returning(['usedAt', 'successorSalt'])
    .executeTakeFirstOrThrow();
  return { usedAt: usedAt ?? at, successorSalt: successorSalt ?? salt };
}

/** Revokes every token of a chain. */
export async function endFamily(db: Db | Tx, familyId: string, at: Date): Promise<void> {
  await db
    .updateTable('refreshTokens')
    .set({ revokedAt: at })
    .where('familyId', '=', familyId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Revokes the chains of a user that began at `authTime`; null: all of them. */
export async function endSessions(
  db: Db | Tx,
  session: { readonly userId: string; readonly authTime: Date | null; readonly at: Date },
): Promise<void> {
  let query = db
    .updateTable('refreshTokens')
    .set({ revokedAt: session.at })
    .where('userId', '=', session.userId)
    .where('revokedAt', 'is', null);
  if (session.authTime !== null) query = query.where('authTime', '=', session.authTime);
  await query.execute();
}

/** Whether a chain of the user that began at `authTime` has not been revoked. */
export async function hasSession(db: Db | Tx, userId: string, authTime: Date): Promise<boolean> {
  const token = await db
    .selectFrom('refreshTokens')
    .select('tokenHash')
    .where('userId', '=', userId)
    .where('authTime', '=', authTime)
    .where('revokedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return token !== undefined;
}

/** Forgets tokens of a user that expired before `now`, so that the table stays as small as the sessions are many. */
export async function dropExpiredTokens(db: Db | Tx, userId: string, now: Date): Promise<void> {
  await db.deleteFrom('refreshTokens').where('userId', '=', userId).where('expiresAt', '<', now).execute();
}
