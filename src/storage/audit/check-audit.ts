import { createHash } from 'node:crypto';
import { type AuditReading, type AuditRow, readAudit } from './read-audit.ts';

/** What a walk along the audit trail found. */
export interface AuditCheck {
  readonly rows: number;
  /** Hash of the last row; empty without rows. To be kept elsewhere: whoever owns the database can chain anew. */
  readonly lastHash: string;
  /** A sentence about the first row that does not fit; null when all do. */
  readonly complaint: string | null;
  /** Number of the row with the hash that was looked for; null when no row has it. */
  readonly found: number | null;
}

interface End {
  readonly seq: number;
  readonly hash: string;
}

const BEGINNING: End = { seq: 0, hash: '' };

/**
 * Walks along the audit trail, and computes every hash again.
 * @param ownerUrl - login that owns the tables
 * @param hash - of a row, as an earlier check printed it; null looks for none
 * @returns null when this database has no audit trail yet
 */
export function checkAudit(ownerUrl: string, hash: string | null = null): Promise<AuditCheck | null> {
  return readAudit(ownerUrl, { emails: null, since: null }, async (reading) => reading && walk(reading, hash));
}

async function walk({ head, rows }: AuditReading, wanted: string | null): Promise<AuditCheck> {
  let end = BEGINNING;
  let count = 0;
  let complaint: string | null = null;
  let found: number | null = null;
  for await (const batch of rows) {
    for (const row of batch) {
      complaint ??= complaintOf(row, end);
      if (row.hash === wanted) found = row.seq;
      end = row;
      count += 1;
    }
  }
  return { rows: count, lastHash: end.hash, complaint: complaint ?? complaintOfEnd(end, head ?? BEGINNING), found };
}

function complaintOf(row: AuditRow, before: End): string | null {
  const name = `Row ${row.seq} (${row.event}, ${row.at})`;
  if (row.seq !== before.seq + 1) return `${name} follows row ${before.seq}: what stood between them was deleted.`;
  if (row.hash !== hashOf(row)) return `${name} was changed or inserted: its hash is not that of its content.`;
  if (row.previousHash === before.hash) return null;
  return `${name} does not fit to the row before it, which was changed or inserted.`;
}

function complaintOfEnd(end: End, head: End): string | null {
  if (end.seq === head.seq && end.hash === head.hash) return null;
  return `The trail ends with row ${end.seq}, but row ${head.seq} was the last to be written: the end was deleted or replaced.`;
}

/** SHA-256 over the parts of a row, each with its length, so that no two rows have the same text. */
function hashOf({ previousHash, seq, at, event, ownerId, address, details }: AuditRow): string {
  const parts = [previousHash, String(seq), at, event, ownerId, address, details];
  const text = parts.map((part) => (part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)).join('');
  return createHash('sha256').update(text).digest('hex');
}
