import type { Db, Tx } from '../database/database.ts';

/** What is worth knowing later. Of a bot, a portfolio or a strategy: what its user did to it. */
export type AuditEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'signed-out'
  | 'refresh-token-reused'
  | 'password-changed'
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'exchange-key-added'
  | 'exchange-key-rotated'
  | 'exchange-key-removed'
  | 'exchange-key-accepted'
  | 'exchange-caps-set'
  | 'exchange-halted'
  | 'exchange-released'
  | 'sealing-key-rotated'
  | 'bot-created'
  | 'bot-started'
  | 'bot-finished'
  | 'bot-stopped'
  | 'bot-closed'
  | 'bot-deleted'
  | 'bot-moved'
  | 'bot-settings-changed'
  | 'deal-ordered'
  | 'deal-undone'
  | 'portfolio-created'
  | 'portfolio-renamed'
  | 'portfolio-settings-changed'
  | 'portfolio-deleted'
  | 'strategy-created'
  | 'strategy-changed'
  | 'strategy-deleted'
  | 'test-created'
  | 'test-changed'
  | 'test-cancelled'
  | 'test-deleted'
  | 'asset-changed'
  | 'trade-category-created'
  | 'trade-category-changed'
  | 'trade-categories-ordered'
  | 'trade-category-deleted'
  | 'notice-settings-changed'
  | 'notice-channel-changed'
  | 'notice-channel-removed'
  | 'notice-sent-again'
  | 'demo-removed';

/** A row of the audit trail, before the database dates, numbers and chains it. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** The user concerned; null when no user is. */
  readonly ownerId: string | null;
  /** Where the request came from; null for a command on the machine, or what the program does by itself. */
  readonly address: string | null;
  /** Names, ids and counts; never a secret, nor anything that somebody typed into a field for one. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Adds a row to the audit trail. It locks the end of the trail until the transaction ends, so it must be the last
 * statement of a transaction, or two of them can wait for each other.
 */
export async function recordAudit(tx: Db | Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  for (const { event, ownerId, address, details = {} } of entries) {
    await tx
      .insertInto('auditTrail')
      .values({ event, ownerId, address, details: JSON.stringify(details) })
      .execute();
  }
}
