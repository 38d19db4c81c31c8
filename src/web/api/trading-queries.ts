import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getBots } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import { getOrders, getTrades } from '#contract/cycle.ts';
import { type candleInterval, getCandles } from '#contract/market.ts';
import { getPortfolios } from '#contract/portfolio.ts';
import { getStrategies } from '#contract/strategy.ts';
import { api } from './api.ts';

/** The kind that the paper ladder pages show. */
export const PAPER_LADDER = 'dca-bot';
const params = { kind: PAPER_LADDER } as const;

export type Bot = Reply<typeof getBots>['items'][number];
export type Atom = Bot['atoms'][number];
export type Strategy = Reply<typeof getStrategies>['items'][number];
export type Portfolio = Reply<typeof getPortfolios>['items'][number];
export type Order = Reply<typeof getOrders>['items'][number];
export type Trade = Reply<typeof getTrades>['items'][number];

export type Interval = z.output<typeof candleInterval>;

/** Those that a chart chooses among by itself, shortest first. */
export const intervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly Interval[];

export const intervalMs: Readonly<Record<Interval, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '8h': 28_800_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
};

/** Values of a row are patched by the live channel; this only keeps what it does not carry from growing old. */
const ROWS_REFRESH_MS = 30_000;

/** All paper ladder bots, or those of one portfolio. */
export const botsQuery = (portfolioId?: string) =>
  queryOptions({
    queryKey: ['bots', PAPER_LADDER, portfolioId ?? null],
    queryFn: ({ signal }) => api(getBots, { params, query: portfolioId === undefined ? {} : { portfolioId }, signal }),
    refetchInterval: ROWS_REFRESH_MS,
  });

export const strategiesQuery = queryOptions({
  queryKey: ['strategies', PAPER_LADDER],
  queryFn: ({ signal }) => api(getStrategies, { params, signal }),
});

export const paperPortfoliosQuery = queryOptions({
  queryKey: ['portfolios', PAPER_LADDER],
  queryFn: ({ signal }) => api(getPortfolios, { params, signal }),
});

export const ordersQuery = (cycleId: string) =>
  queryOptions({
    queryKey: ['cycles', 'orders', cycleId],
    queryFn: ({ signal }) => api(getOrders, { params, query: { cycleId }, signal }),
  });

export const tradesQuery = (cycleId: string) =>
  queryOptions({
    queryKey: ['cycles', 'trades', cycleId],
    queryFn: ({ signal }) => api(getTrades, { params, query: { cycleId }, signal }),
  });

export interface CandleWindow {
  readonly symbol: string;
  readonly interval: Interval;
  /** At most 1000. */
  readonly limit: number;
  /** ISO instant before which the bars opened; null: now. */
  readonly endTime: string | null;
}

/** A window that ends now is asked for again as its last bar grows. */
export const candlesQuery = ({ symbol, interval, limit, endTime }: CandleWindow) =>
  queryOptions({
    queryKey: ['candles', symbol, interval, limit, endTime],
    queryFn: ({ signal }) =>
      api(getCandles, {
        params: { market: 'futures' },
        query: { symbol, interval, limit: String(limit), ...(endTime === null ? {} : { endTime }) },
        signal,
      }),
    refetchInterval: endTime === null ? 10_000 : false,
  });
