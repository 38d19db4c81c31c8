import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getBackFills, getFuturesPrice, getMarket, getMarketHistory } from '#contract/market.ts';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { type CandleRow, type CandleWish, readCandles } from './read-candles.ts';

export type MarketRow = Reply<typeof getMarket>['items'][number];
export type StoredHistory = Reply<typeof getMarketHistory>;
export type BackFillRow = Reply<typeof getBackFills>['items'][number];

const LIST_REFRESH_MS = 5_000;
const PRICE_REFRESH_MS = 10_000;
/** The live channel reports progress; this interval is for times without it. */
const JOBS_REFRESH_MS = 10_000;

/** Every contract of the exchange. */
export const marketQuery = queryOptions({
  queryKey: ['market'],
  queryFn: ({ signal }) => api(getMarket, { signal }),
  refetchInterval: LIST_REFRESH_MS,
});

/** Which minutes of a contract are stored; refreshed while downloads run. */
export const marketHistoryQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['back-fills', 'history', symbol],
    queryFn: ({ signal }) => api(getMarketHistory, { query: { symbol }, signal }),
    refetchInterval: JOBS_REFRESH_MS,
  });

/** Downloads of past minutes. */
export const backFillsQuery = queryOptions({
  queryKey: ['back-fills', 'jobs'],
  queryFn: ({ signal }) => api(getBackFills, { signal }),
  refetchInterval: JOBS_REFRESH_MS,
});

/** The last price, fetched with the user's key. */
export const signedPriceQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['signed-price', symbol],
    queryFn: async ({ signal }) => ({
      ...(await api(getFuturesPrice, { query: { symbol }, signal })),
      readAt: Date.now(),
    }),
    refetchInterval: PRICE_REFRESH_MS,
    retry: false,
  });

/** Candles of the first page and of each older one. */
export const CANDLES_FIRST = 500;
const CANDLES_MORE = 1_000;
/** Number of latest candles to fetch as a series grows; more where that would leave a gap. */
const TAILS = [10, 1_000, 12_000];
const TAIL_REFRESH_MS = 2_000;

/** A series that could not be read is retried after this time. */
const FAILED_RETRY_MS = 10_000;

type Series = Pick<CandleWish, 'market' | 'symbol' | 'interval'>;

/** A failure is thrown here, so that the page can say why. */
async function candles(wish: CandleWish): Promise<readonly CandleRow[]> {
  let reason: unknown = null;
  const rows = await readCandles(wish, { failed: (error) => (reason = error) });
  if (rows === null) throw reason;
  return rows;
}

/** A series page by page, from now backwards. Closed candles do not change. */
export const seriesQuery = ({ market, symbol, interval }: Series) =>
  infiniteQueryOptions({
    queryKey: ['candles', 'series', market, symbol, interval],
    queryFn: ({ pageParam, signal }) => {
      const count = pageParam === null ? CANDLES_FIRST : CANDLES_MORE;
      return candles({ market, symbol, interval, count, endTime: pageParam, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last, _all, lastParam) =>
      last.length < (lastParam === null ? CANDLES_FIRST : CANDLES_MORE) ? null : (last[0]?.time ?? null),
    refetchInterval: ({ state }) => (state.status === 'error' ? FAILED_RETRY_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });

/**
 * The candles after the loaded pages, including the open one. Grows with each refresh, and fetches more if the page
 * was asleep for so long that a short refresh would leave a gap.
 * @param since - open of the newest candle of the loaded past
 */
export const tailQuery = ({ market, symbol, interval }: Series, since: string | null) =>
  queryOptions({
    queryKey: ['candles', 'tail', market, symbol, interval, since],
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<readonly CandleRow[]>(queryKey) ?? [];
      const known = before.at(-1)?.time ?? since ?? '';
      for (const count of TAILS) {
        const rows = await candles({ market, symbol, interval, count, endTime: null, signal });
        const first = rows[0]?.time ?? '';
        if (first <= known || rows.length < count) return [...before.filter(({ time }) => time < first), ...rows];
      }
      throw new ApiError('BAD_RESPONSE'); // Asleep for longer than a chart covers: the series must be read again.
    },
    refetchInterval: TAIL_REFRESH_MS,
    enabled: since !== null,
    staleTime: 0,
    gcTime: 10_000,
  });
