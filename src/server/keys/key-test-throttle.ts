import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#base/time.ts';
import { ProblemError } from '../http/problem.ts';

const TESTS_A_MINUTE_MAX = 30;
const USERS_MAX = 10_000;

/** Limits how often a user may test keys, because each test is a call to the exchange. */
export function keyTestThrottle(): (userId: string, now: number) => void {
  const tests = new LRUCache<string, readonly number[]>({ max: USERS_MAX });
  return (userId, now) => {
    const recent = (tests.get(userId) ?? []).filter((at) => now - at < MINUTE_MS);
    if (recent.length >= TESTS_A_MINUTE_MAX) throw new ProblemError('TOO_MANY_REQUESTS');
    tests.set(userId, [...recent, now]);
  };
}
