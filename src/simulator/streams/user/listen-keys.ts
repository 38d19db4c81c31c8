import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#base/time.ts';

/** Lifetime of a listen key after it was created, requested again or extended; wall time. */
export const LISTEN_KEY_MS = HOUR_MS;

/** The listen keys of user streams: one per account, in memory, by wall time. */
export interface ListenKeys {
  /** Returns the account's key, created if needed, and extends it. */
  open(accountId: string): string;
  /** Returns the account's key and extends it; null when it has none. */
  extend(accountId: string): string | null;
  /** Ends the account's key. @returns whether it had one */
  close(accountId: string): boolean;
  /** The account of a key that has not expired. */
  accountOf(listenKey: string): string | null;
  /** Ends expired keys. Called often. */
  sweep(): void;
  /** Called for each key that ends: by time, on request or by a fault. */
  onExpired(listener: (listenKey: string) => void): void;
}

interface LiveKey {
  readonly listenKey: string;
  readonly accountId: string;
  expiresMs: number;
}

/** @param wallMs - the wall clock, in milliseconds */
export function openListenKeys(wallMs: () => number): ListenKeys {
  const [ofAccount, ofKey] = [new Map<string, LiveKey>(), new Map<string, LiveKey>()];
  const listeners: ((listenKey: string) => void)[] = [];
  const end = (key: LiveKey): void => {
    ofAccount.delete(key.accountId);
    ofKey.delete(key.listenKey);
    for (const listener of listeners) listener(key.listenKey);
  };
  const alive = (key: LiveKey | undefined): LiveKey | null => {
    if (key === undefined) return null;
    if (wallMs() < key.expiresMs) return key;
    end(key);
    return null;
  };
  const extended = (key: LiveKey): string => {
    key.expiresMs = wallMs() + LISTEN_KEY_MS;
    return key.listenKey;
  };
  const made = (accountId: string): LiveKey => {
    const key = { listenKey: listenKeyText(), accountId, expiresMs: 0 };
    ofAccount.set(accountId, key);
    ofKey.set(key.listenKey, key);
    return key;
  };
  return {
    open: (accountId) => extended(alive(ofAccount.get(accountId)) ?? made(accountId)),
    extend(accountId) {
      const key = alive(ofAccount.get(accountId));
      return key === null ? null : extended(key);
    },
    close(accountId) {
      const key = alive(ofAccount.get(accountId));
      if (key !== null) end(key);
      return key !== null;
    },
    accountOf: (listenKey) => alive(ofKey.get(listenKey))?.accountId ?? null,
    sweep() {
      for (const key of [...ofKey.values()]) alive(key);
    },
    onExpired: (listener) => void listeners.push(listener),
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 64;

/** 64 letters and digits, like the exchange's; the slight modulo bias does not matter. */
function listenKeyText(): string {
  return Array.from(randomBytes(KEY_LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
