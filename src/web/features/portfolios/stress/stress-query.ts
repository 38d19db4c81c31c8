import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getStressTest } from '#contract/risk/stress-test.ts';
import { api } from '#web/api/api.ts';

export type StressTest = Reply<typeof getStressTest>;
export type StressedBot = StressTest['bots'][number];

/** The positions that the market falls on move by themselves. */
const REFRESH_MS = 60_000;

/** @param percent - how far the market falls, a whole number from 1 to 90 */
export const stressQuery = (percent: number) =>
  queryOptions({
    queryKey: ['portfolios', 'stress', percent],
    queryFn: ({ signal }) => api(getStressTest, { query: { marketPercent: String(percent) }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
