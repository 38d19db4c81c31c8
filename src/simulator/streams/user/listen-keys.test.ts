import { beforeEach, describe, expect, it } from 'vitest';
import { LISTEN_KEY_MS, type ListenKeys, openListenKeys } from './listen-keys.ts';

describe('listen keys', () => {
  let wallMs = 0;
  let keys: ListenKeys;
  let expired: string[];

  beforeEach(() => {
    wallMs = 1_000_000;
    expired = [];
    keys = openListenKeys(() => wallMs);
    keys.onExpired((listenKey) => expired.push(listenKey));
  });

  it('are unique per account; a second request returns the same key', () => {
    const first = keys.open('a');
    expect(keys.open('a')).toBe(first);
    expect(keys.open('b')).not.toBe(first);
    expect(first).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(keys.accountOf(first)).toBe('a');
  });

  it('expire after exactly one hour', () => {
    const key = keys.open('a');
    wallMs += LISTEN_KEY_MS - 1;
    expect(keys.accountOf(key)).toBe('a');
    wallMs += 1;
    expect(keys.accountOf(key)).toBeNull();
    expect(expired).toEqual([key]);
    expect(keys.open('a')).not.toBe(key);
  });

  it.each(['open', 'extend'] as const)('live an hour more after they are %sed', (how) => {
    const key = keys.open('a');
    wallMs += LISTEN_KEY_MS - 1;
    expect(keys[how]('a')).toBe(key);
    wallMs += LISTEN_KEY_MS - 1;
    expect(keys.accountOf(key)).toBe('a');
  });

  it('cannot be extended when there is none', () => {
    expect(keys.extend('a')).toBeNull();
    keys.open('a');
    expect(keys.close('a')).toBe(true);
    expect(keys.extend('a')).toBeNull();
    expect(keys.close('a')).toBe(false);
  });

  it('are reported once each by the sweep that finds them expired', () => {
    const [one, other] = [keys.open('a'), keys.open('b')];
    wallMs += LISTEN_KEY_MS;
    keys.sweep();
    keys.sweep();
    expect(expired.toSorted()).toEqual([one, other].toSorted());
  });
});
