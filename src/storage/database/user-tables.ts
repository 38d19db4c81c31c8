import type { Environment } from '#base/environment.ts';
import type { NullableTime, Time } from './columns.ts';

/** What a user keeps on an asset. */
export interface AssetNotesTable {
  ownerId: string;
  symbol: string;
  tradeCategoryId: string | null;
  comment: string;
  /** 0 to 100. */
  score: number | null;
  updatedAt: Time;
}

/** A document of a user, such as the one that holds the key of the exchange account. */
export interface DocumentsTable {
  ownerId: string;
  /** Collection and document, with slashes between them. */
  path: string;
  /** Counts what stood under this path; the seal is bound to it. */
  version: number;
  sealed: Buffer;
  /** Only ever grows for one path; wall time. */
  updatedAt: Time;
}

/**
 * The key of a user's account in one environment of the exchange, and what is known of it. The row stays when the key
 * goes, so that the same document does not bring it back.
 */
export interface ExchangeKeysTable {
  ownerId: string;
  environment: Environment;
  /** Counts the keys that stood here; the seal is bound to it. */
  version: number;
  /** Null while there is no key. */
  sealed: Buffer | null;
  /** The end of the API key, which is no secret. */
  lastFour: string | null;
  removedBy: 'user' | 'revocation' | null;
  /** What the last check found; null before the first. */
  checkOutcome: 'known' | 'unknown' | 'refused' | 'unreachable' | null;
  /** The four permissions are there when the outcome is `known`. */
  canRead: boolean | null;
  canTrade: boolean | null;
  canWithdraw: boolean | null;
  isIpRestricted: boolean | null;
  /** When the exchange was last asked; wall time, as all times of this row. */
  checkedAt: NullableTime;
  /** The key whose unknown permissions the user has accepted. */
  acknowledgedVersion: number | null;
  /** How the last reading of the document ended; null before the first. */
  readOutcome: 'read' | 'absent' | 'failed' | 'refused' | null;
  /** Why it failed or what it held was refused. */
  readCode: string | null;
  readAt: NullableTime;
  /** The sign-in at which it was read. */
  readAuthTime: NullableTime;
  /** Age of the document that was last taken over; an older one is not taken again. */
  documentUpdatedAt: NullableTime;
  changedAt: Time;
}

/** Identity tables: reachable by the identity role only. */
export interface UsersTable {
  userId: string;
  /** `embedded`, or the issuer of the hosted service's tokens. */
  issuer: string;
  email: string;
  /** Null where the hosted service has the password. */
  passwordHash: string | null;
  isDisabled: boolean;
  /** Tokens issued before are void. */
  validSince: Time;
  createdAt: Time;
  lastLoginAt: NullableTime;
}

/** One link of a session's chain of refresh tokens. */
export interface RefreshTokensTable {
  /** SHA-256; the secret itself is nowhere. */
  tokenHash: string;
  familyId: string;
  userId: string;
  /** When the password was given; with the user it names the session. */
  authTime: Time;
  createdAt: Time;
  expiresAt: Time;
  /** The first use; a later one than a minute ends the family. */
  usedAt: NullableTime;
  revokedAt: NullableTime;
}

/** A session of a hosted service that was ended here; its tokens would live on there. */
export interface EndedSessionsTable {
  userId: string;
  authTime: Time;
  endedAt: Time;
}
