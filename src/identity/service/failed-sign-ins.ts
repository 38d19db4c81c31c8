import { MINUTE_MS } from '#base/time.ts';
import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { networkOf } from '../passwords/attempt-throttle.ts';

/** Senders whose failures have rows of their own in one minute; those of all others are counted together. */
export const SENDERS_PER_MINUTE = 30;

/** Why a sign-in failed; `throttled` ones never reached a password. */
export type FailureReason = 'wrong' | 'throttled' | 'disabled';

/** A sign-in that failed. What was typed is not part of it: a mistyped password can stand in the field for the email. */
export interface FailedSignIn {
  /** Null when there is no such account, or nobody looked. */
  readonly userId: string | null;
  readonly address: string;
  readonly reason: FailureReason;
}

/**
 * Puts failed sign-ins into the audit trail: the first one of an account from an address at once, and those that follow
 * within a minute as one row with their number when the minute is over. A flood adds two rows a minute and sender.
 */
export interface FailedSignIns {
  /** Returns at once, so that an answer takes as long for a known account as for an unknown one. */
  note(failure: FailedSignIn): void;
  /** Writes what was only counted so far. */
  close(): Promise<void>;
}

type Counts = { [Reason in FailureReason]?: number };

interface Sender {
  readonly userId: string | null;
  readonly address: string | null;
  counts: Counts;
}

/** @param now - wall time in milliseconds */
export function createFailedSignIns(database: Database, now: () => number): FailedSignIns {
  let senders = new Map<string, Sender>();
  let endsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const write = ({ userId, address, counts }: Sender): void => {
    const entry = { event: 'sign-in-failed', ownerId: userId, address, details: { ...counts } } as const;
    // One after the other. A database that does not store refuses every sign-in anyway.
    writing = writing.then(() => recordAudit(database.db, entry)).catch(() => {});
  };
  const endMinute = (): void => {
    clearTimeout(timer);
    for (const sender of senders.values()) if (Object.keys(sender.counts).length > 0) write(sender);
    senders = new Map();
  };
  const beginMinute = (): void => {
    endMinute();
    endsAt = now() + MINUTE_MS;
    timer = setTimeout(endMinute, MINUTE_MS).unref();
  };

  return {
    note({ userId, address, reason }) {
      if (senders.size === 0 || now() >= endsAt) beginMinute();
      const key = JSON.stringify([userId, networkOf(address)]);
      const known = senders.get(key) ?? (senders.size >= SENDERS_PER_MINUTE ? senders.get(OTHERS) : undefined);
      if (known !== undefined) {
        known.counts[reason] = (known.counts[reason] ?? 0) + 1;
        return;
      }
      const isFull = senders.size >= SENDERS_PER_MINUTE;
      const sender = isFull ? { userId: null, address: null } : { userId, address };
      write({ ...sender, counts: { [reason]: 1 } });
      senders.set(isFull ? OTHERS : key, { ...sender, counts: {} });
    },
    async close() {
      endMinute();
      await writing;
    },
  };
}

const OTHERS = 'others';
