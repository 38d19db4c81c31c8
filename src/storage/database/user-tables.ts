import type { Environment } from '#base/environment.ts';
import type { NullableTime, Time } from './columns.ts';

/** A user's own notes on an asset. */
export interface AssetNotesTable {
  ownerId: string;
  symbol: string;
  tradeCategoryId: string | null;
  comment: string;
  /** 0 to 100. */
  score: number | null;
  updatedAt: Time;
  /** Names the last change, so that storing it again is noticed; null for a note from before there were names. */
  changeId: string | null;
}

/** A user's own group of assets; the five that everybody has are stored with the first change. */
export interface TradeCategoriesTable {
  ownerId: string;
  tradeCategoryId: string;
  name: string;
  colour: string;
  /** From 1. */
  position: number;
}

/** A document of a user, such as the one that holds the exchange key. */
export interface DocumentsTable {
  ownerId: string;
  /** Collection and document, with slashes between them. */
  path: string;
  /** Increases with every document under this path; the seal is bound to it. */
  version: number;
  sealed: Buffer;
  /** Only ever grows for one path; wall time. */
  updatedAt: Time;
}

/**
 * A user's key for one environment of the exchange, with what is known about it. The row stays when the key is removed,
 * so that the same document does not restore it.
 */
export interface ExchangeKeysTable {
  ownerId: string;
  environment: Environment;
  /** Increases with every key in this row; the seal is bound to it. */
  version: number;
  /** Null while there is no key. */
  sealed: Buffer | null;
  /** The last four characters of the API key, which are not secret. */
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
  /** When the document that was last accepted was written; an older document is ignored. */
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
  /** Tokens issued before this are invalid. */
  validSince: Time;
  createdAt: Time;
  lastLoginAt: NullableTime;
}

/** One link of a session's chain of refresh tokens. */
export interface RefreshTokensTable {
  /** SHA-256; the secret itself is stored nowhere. */
  tokenHash: string;
  familyId: string;
  userId: string;
  /** When the password was given; with the user it names the session. */
  authTime: Time;
  createdAt: Time;
  expiresAt: Time;
  /** When it was first used; a use more than a minute later ends the session. */
  usedAt: NullableTime;
  /** Random, from the first use on: with the secret token it gives the successor. */
  successorSalt: string | null;
  revokedAt: NullableTime;
}

/** A session of a hosted service that was ended here; the service itself would still accept its tokens. */
export interface EndedSessionsTable {
  userId: string;
  authTime: Time;
  endedAt: Time;
}

/** The audit trail as a login adds to it; the database fills the other columns of a row. */
export interface AuditTrailTable {
  event: string;
  ownerId: string | null;
  address: string | null;
  details: string;
}
