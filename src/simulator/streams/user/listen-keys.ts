import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#base/time.ts';

/** A listen key lives so long after it was made, asked for again or extended; wall time. */
export const LISTEN_KEY_MS = HOUR_MS;

/** The keys under which accounts hear their events: one an account, in memory, by wall time. */
export interface ListenKeys {
  /** The account's key, made where it has none, and extended. */
  open(accountId: string): string;
  /** The account's key, extended; null where it has none. */
  extend(accountId: string): string | null;
  /** Ends the account's key. @returns whether it had one */
  close(accountId: string): boolean;
  /** Whose key this is, while it lives. */
  accountOf(listenKey: string): string | null;
  /** Ends the keys whose time has come. Called often. */
  sweep(): void;
  /** Called for each key that ends, whether by time, on request or by a fault. */
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

/** 64 letters and digits, as the exchange's; the slight preference for some of them does not matter. */
function listenKeyText(): string {
  return Array.from(randomBytes(KEY_LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
