import { LRUCache } from 'lru-cache';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import { EXCHANGE_CALLS_A_MINUTE } from '#contract/limits.ts';
import { ProblemError } from '../problem.ts';

const USERS_MAX = 10_000;

/** Counts the requests to the exchange that users cause, so that nobody uses up the budget of all. */
export interface ExchangeShare {
  /**
   * To be asked before the requests are sent.
   * @throws ProblemError EXCHANGE_SHARE_USED
   */
  take(userId: string, requests: number): void;
}

/** @param now - wall time */
export function exchangeShare(now: () => Instant): ExchangeShare {
  const taken = new LRUCache<string, readonly Instant[]>({ max: USERS_MAX });
  return {
    take(userId, requests) {
      const at = now();
      const recent = (taken.get(userId) ?? []).filter((one) => at - one < MINUTE_MS);
      if (recent.length + requests > EXCHANGE_CALLS_A_MINUTE) throw new ProblemError('EXCHANGE_SHARE_USED');
      taken.set(userId, [...recent, ...Array.from({ length: requests }, () => at)]);
    },
  };
}
