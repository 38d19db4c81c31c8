import { queryOptions } from '@tanstack/react-query';
import { getBots } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import { getOrders, getTrades } from '#contract/cycle.ts';
import { getPortfolios } from '#contract/portfolio.ts';
import { api } from './api.ts';

/** The kind that the paper ladder pages show. */
export const PAPER_LADDER = 'dca-bot';
const params = { kind: PAPER_LADDER } as const;

export type Bot = Reply<typeof getBots>['items'][number];
export type Atom = Bot['atoms'][number];
export type Portfolio = Reply<typeof getPortfolios>['items'][number];
export type Order = Reply<typeof getOrders>['items'][number];
export type Trade = Reply<typeof getTrades>['items'][number];

/** Values of a row are patched by the live channel; this only refreshes what it does not carry. */
const ROWS_REFRESH_MS = 30_000;

/** All paper ladder bots, or those of one portfolio. */
export const botsQuery = (portfolioId?: string) =>
  queryOptions({
    queryKey: ['bots', PAPER_LADDER, portfolioId ?? null],
    queryFn: ({ signal }) => api(getBots, { params, query: portfolioId === undefined ? {} : { portfolioId }, signal }),
    refetchInterval: ROWS_REFRESH_MS,
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
