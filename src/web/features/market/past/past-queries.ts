import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getFundingHistory, getOpenInterestHistory } from '#contract/market/asset-history.ts';
import { api } from '#web/api/api.ts';

export type FundingPage = Reply<typeof getFundingHistory>;
export type Settlement = FundingPage['items'][number];
export type Interest = Reply<typeof getOpenInterestHistory>['items'][number];

const PAGE = '300';
const EXPORT_PAGE = '1000';
/** An exported file holds at most this many rows: more than ten years of hours. */
const EXPORT_MAX = 100_000;
/** Contracts settle once an hour at most, and the exchange is asked once an hour. */
const REFRESH_MS = 60_000;

const sent = (symbol: string, limit: string, cursor: string | null) => ({
  ...{ symbol, limit },
  ...(cursor === null ? {} : { cursor }),
});

/** Settled funding, newest first. */
export const fundingQuery = (symbol: string) =>
  infiniteQueryOptions({
    queryKey: ['asset-past', 'funding', symbol],
    queryFn: ({ signal, pageParam }) => api(getFundingHistory, { query: sent(symbol, PAGE, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    refetchInterval: REFRESH_MS,
  });

/** Open interest, newest first. */
export const interestQuery = (symbol: string) =>
  infiniteQueryOptions({
    queryKey: ['asset-past', 'interest', symbol],
    queryFn: ({ signal, pageParam }) => api(getOpenInterestHistory, { query: sent(symbol, PAGE, pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    refetchInterval: REFRESH_MS,
  });

/** Every settlement that is stored, for a file. */
export const allFunding = (symbol: string): Promise<readonly Settlement[]> =>
  everyPage((cursor) => api(getFundingHistory, { query: sent(symbol, EXPORT_PAGE, cursor) }));

/** All open interest that was collected, for a file. */
export const allInterest = (symbol: string): Promise<readonly Interest[]> =>
  everyPage((cursor) => api(getOpenInterestHistory, { query: sent(symbol, EXPORT_PAGE, cursor) }));

interface Paged<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

async function everyPage<T>(ask: (cursor: string | null) => Promise<Paged<T>>): Promise<readonly T[]> {
  const rows: T[] = [];
  for (let cursor: string | null = null; rows.length < EXPORT_MAX; ) {
    const page: Paged<T> = await ask(cursor);
    rows.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return rows;
}
