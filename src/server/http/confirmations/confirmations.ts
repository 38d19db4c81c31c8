import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Instant, instantOf, later } from '#base/time.ts';
import { CONFIRMATION_MS } from '#contract/limits.ts';
import { ProblemError } from '../problem.ts';

/** Used tokens that are remembered at most; each is forgotten when it has expired. */
const USED_MAX = 100_000;

/** The command that a confirmation is for. */
export interface ConfirmedCommand {
  readonly userId: string;
  /** Name of the call. */
  readonly call: string;
  /** Hash of its path parameters and its body without `confirm`. */
  readonly inputHash: string;
}

/** Issues and redeems confirmations. A token is good for one command of one user, once, for five minutes. */
export interface Confirmations {
  issue(command: ConfirmedCommand): string;
  /** Whether the token was issued for this command and has not expired. */
  isIssued(token: string, command: ConfirmedCommand): boolean;
  /**
   * Uses the token up.
   * @param key - the idempotency key of the request: a repeat under it may use the token again; null without one
   * @returns false when another request has used it
   */
  redeem(token: string, key: string | null): boolean;
}

/** @param now - wall time */
export function openConfirmations(now: () => Instant): Confirmations {
  const secret = randomBytes(32); // Of this process: a restart voids what was issued before it.
  const used = new Map<string, { readonly key: string | null; readonly expiresAt: Instant }>();
  const macOf = (head: string, { userId, call, inputHash }: ConfirmedCommand): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([head, userId, call, inputHash]))
      .digest('base64url');
  const forgetExpired = (): void => {
    for (const [token, { expiresAt }] of used) if (expiresAt < now()) used.delete(token);
  };
  return {
    issue(command) {
      const head = `${later(now(), CONFIRMATION_MS)}.${randomBytes(12).toString('base64url')}`;
      return `${head}.${macOf(head, command)}`;
    },
    isIssued(token, command) {
      const end = token.lastIndexOf('.');
      const head = token.slice(0, Math.max(0, end));
      return isEqual(token.slice(end + 1), macOf(head, command)) && expiryOf(token) >= now();
    },
    redeem(token, key) {
      const before = used.get(token);
      if (before !== undefined) return key !== null && before.key === key;
      if (used.size >= USED_MAX) forgetExpired();
      if (used.size >= USED_MAX) throw new ProblemError('OVERLOADED');
      used.set(token, { key, expiresAt: expiryOf(token) });
      return true;
    },
  };
}

const expiryOf = (token: string): Instant => instantOf(Number(token.split('.', 1)[0]));

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
