import { REQUESTS_AT_ONCE_MAX } from '#contract/limits.ts';
import { ProblemError } from '../problem.ts';

/** Counts the requests of each user that are under way. */
export interface RequestsAtOnce {
  /**
   * Runs a request of the user unless too many of the same user are under way.
   * @throws ProblemError TOO_MANY_AT_ONCE
   */
  count<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

export function requestsAtOnce(): RequestsAtOnce {
  const underWay = new Map<string, number>();
  return {
    async count<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const others = underWay.get(userId) ?? 0;
      if (others >= REQUESTS_AT_ONCE_MAX) throw new ProblemError('TOO_MANY_AT_ONCE');
      underWay.set(userId, others + 1);
      try {
        return await work();
      } finally {
        const left = (underWay.get(userId) ?? 1) - 1;
        if (left === 0) underWay.delete(userId);
        else underWay.set(userId, left);
      }
    },
  };
}
