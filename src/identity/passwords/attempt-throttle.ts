import { LRUCache } from 'lru-cache';

/** Wrong passwords allowed per account, address and window; the sign-in page counts down from the same figure. */
export const ATTEMPTS_PER_ACCOUNT = 5;
/** Those of all addresses together from which nobody has signed in to the account yet. */
export const ATTEMPTS_OF_STRANGERS = 60;
/** Wrong passwords allowed per address and window, over all accounts. */
const ATTEMPTS_PER_ADDRESS = 30;
/** How long a wrong password counts. */
export const ATTEMPT_WINDOW_MS = 60_000;
/** Accounts and addresses remembered; the oldest are forgotten first. */
export const REMEMBERED_MAX = 20_000;

/**
 * Slows down password guessing. Wrong attempts are counted by account and address, and by address, over a sliding minute;
 * refused attempts do not count, so waiting always helps. Addresses that have not signed in to an account yet share a
 * further count, which no known address is part of, so that others cannot lock the owner out.
 */
export interface AttemptThrottle {
  /**
   * Counts an attempt before its password is checked, so that parallel attempts cannot slip through.
   * @returns null when there were too many
   */
  begin(email: string, address: string): Attempt | null;
}

/** An attempt in progress. Unless it succeeds or is withdrawn, it counts as a wrong password. */
export interface Attempt {
  /** The password was right: the attempt does not count, and the address is known from now on. */
  succeed(): void;
  /** The password was never checked: the attempt does not count. */
  withdraw(): void;
}

/**
 * Counts in memory only; a restart clears the counts, and an attacker cannot cause one.
 * @param signedIn - emails and addresses of earlier sign-ins, the most recent last
 */
export function createAttemptThrottle(
  now: () => number,
  signedIn: readonly { readonly email: string; readonly address: string }[] = [],
): AttemptThrottle {
  // Only counting makes a key newer. Looking it up does not, so refused attempts push nobody else out.
  const tries = new LRUCache<string, readonly number[]>({ max: REMEMBERED_MAX });
  const known = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  for (const { email, address } of signedIn) known.set(pairOf(email, networkOf(address)), true);

  const recent = (key: string): readonly number[] => {
    const from = now() - ATTEMPT_WINDOW_MS;
    return (tries.peek(key) ?? []).filter((time) => time > from);
  };
  const forget = (key: string, time: number): void => {
    const left = [...recent(key)];
    const index = left.indexOf(time);
    if (index >= 0) left.splice(index, 1);
    if (left.length === 0) tries.delete(key);
    else tries.set(key, left);
  };

  return {
    begin(email, address) {
      const network = networkOf(address);
      const pair = pairOf(email, network);
      const limits: readonly (readonly [string, number])[] = [
        [pair, ATTEMPTS_PER_ACCOUNT],
        [network, ATTEMPTS_PER_ADDRESS],
        ...(known.has(pair) ? [] : [[JSON.stringify([email]), ATTEMPTS_OF_STRANGERS] as const]),
      ];
      if (limits.some(([key, max]) => recent(key).length >= max)) return null;
      const counted = limits.map(([key]) => key);
      const time = now();
      for (const key of counted) tries.set(key, [...recent(key), time]);
      const withdraw = (): void => {
        for (const key of counted) forget(key, time);
      };
      return {
        withdraw,
        succeed() {
          withdraw();
          known.set(pair, true);
        },
      };
    },
  };
}

function pairOf(email: string, network: string): string {
  return JSON.stringify([email, network]);
}

/** One household owns a whole /64 of IPv6, so the first four groups count; an IPv4 address counts as it is. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const filled =
    tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
  return filled.slice(0, 4).join(':');
}
