import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_OF_STRANGERS,
  ATTEMPTS_PER_ACCOUNT,
  createAttemptThrottle,
  networkOf,
} from './attempt-throttle.ts';

const OWNER = 'owner@example.org';
const HOME = '203.0.113.7';

function throttleAt() {
  const clock = { now: 1_000_000 };
  const throttle = createAttemptThrottle(() => clock.now);
  const guess = (email: string, address: string): boolean => throttle.begin(email, address) !== null;
  return { clock, throttle, guess };
}

describe('the throttle of wrong passwords', () => {
  it('refuses the sixth wrong attempt on one account within a minute', () => {
    const { guess } = throttleAt();
    const tries = Array.from({ length: 7 }, () => guess(OWNER, HOME));
    expect(tries).toEqual([true, true, true, true, true, false, false]);
    expect(ATTEMPTS_PER_ACCOUNT).toBe(5);
  });

  it('lets the owner in at an address never seen before while two strangers try 150 passwords a minute', () => {
    const { clock, guess } = throttleAt();
    for (let second = 0; second < 300; second += 1) {
      clock.now += 400;
      guess(OWNER, `198.51.100.${second % 2}`);
      expect(guess(OWNER, `192.0.2.${second}`)).toBe(true);
      clock.now += second % 10 === 9 ? ATTEMPT_WINDOW_MS : 0;
    }
  });

  it('counts attempts on an account from all unknown addresses together', () => {
    const { guess } = throttleAt();
    const passed = Array.from({ length: 250 }, (_, index) => guess(OWNER, `198.51.100.${index}`)).filter(Boolean);
    expect(passed).toHaveLength(ATTEMPTS_OF_STRANGERS);
  });

  it('knows the addresses of sign-ins before the restart, an IPv6 network as one', () => {
    const signedIn = [HOME, '2001:db8:1:2::1'].map((address) => ({ email: OWNER, address }));
    const throttle = createAttemptThrottle(() => 1_000_000, signedIn);
    for (let index = 0; index < 250; index += 1) throttle.begin(OWNER, `198.51.100.${index}`);
    expect(throttle.begin(OWNER, '192.0.2.1')).toBeNull();
    expect(throttle.begin(OWNER, HOME)).not.toBeNull();
    expect(throttle.begin(OWNER, '2001:db8:1:2:ffff::9')).not.toBeNull();
  });

  it('never locks an account permanently: a minute without counted attempts unlocks it, however many were refused', () => {
    const { clock, guess } = throttleAt();
    for (let index = 0; index < 1_000; index += 1) guess(OWNER, HOME);
    clock.now += ATTEMPT_WINDOW_MS - 1;
    expect(guess(OWNER, HOME)).toBe(false);
    clock.now += 1;
    expect(guess(OWNER, HOME)).toBe(true);
  });

  it('does not let others lock out an address that has signed in before', () => {
    const { guess, throttle } = throttleAt();
    throttle.begin(OWNER, HOME)?.succeed();
    for (let index = 0; index < 150; index += 1) guess(OWNER, `198.51.100.${index}`);
    expect(guess(OWNER, '198.51.100.160')).toBe(false);
    expect(guess(OWNER, HOME)).toBe(true);
  });

  it('still counts wrong attempts of an address that has signed in before', () => {
    const { guess, throttle } = throttleAt();
    throttle.begin(OWNER, HOME)?.succeed();
    const tries = Array.from({ length: 6 }, () => guess(OWNER, HOME));
    expect(tries).toEqual([true, true, true, true, true, false]);
  });

  it('refuses an address that tries many accounts', () => {
    const { guess } = throttleAt();
    const passed = Array.from({ length: 100 }, (_, index) => guess(`user${index}@example.org`, HOME)).filter(Boolean);
    expect(passed).toHaveLength(30);
    expect(guess('another@example.org', '203.0.113.8')).toBe(true);
  });

  it('does not count an attempt that succeeded or was never checked', () => {
    const { throttle } = throttleAt();
    for (let index = 0; index < 20; index += 1) {
      throttle.begin(OWNER, HOME)?.succeed();
      throttle.begin(OWNER, HOME)?.withdraw();
    }
    expect(throttle.begin(OWNER, HOME)).not.toBeNull();
  });

  it('keeps a bounded number of counts: 20,000 newer accounts and addresses push the oldest out', () => {
    const { guess } = throttleAt();
    for (let index = 0; index < ATTEMPTS_PER_ACCOUNT; index += 1) guess(OWNER, HOME);
    const others = (from: number, to: number) => {
      for (let index = from; index < to; index += 1)
        guess(`user${index}@example.org`, `2001:db8:${index.toString(16)}::1`);
    };
    others(0, 6_665); // Three counts each: the owner's three are among the 20,000.
    expect(guess(OWNER, HOME)).toBe(false);
    others(6_665, 6_667);
    expect(guess(OWNER, HOME)).toBe(true);
  });

  it('treats an IPv6 /64 as one address and a mapped IPv4 address as IPv4', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(networkOf('::1')).toBe(networkOf('::2'));
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  });
});
