import { queryOptions } from '@tanstack/react-query';
import { getBots } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import { getOrders, getTrades } from '#contract/cycle.ts';
import { getPortfolios } from '#contract/portfolio.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from './api.ts';
import { refreshOf } from './portfolio-queries.ts';

export type Bot = Reply<typeof getBots>['items'][number];
export type Atom = Bot['atoms'][number];
export type Portfolio = Reply<typeof getPortfolios>['items'][number];
export type Order = Reply<typeof getOrders>['items'][number];
export type Trade = Reply<typeof getTrades>['items'][number];

/** Values of a row are patched by the live channel, which also tells of ended cycles; this catches a new day. */
const ROWS_REFRESH_MS = 60_000;

/** All bots of a kind, or those of one of its portfolios. */
export const botsQuery = (kind: BotKind, portfolioId?: string) =>
  queryOptions({
    queryKey: ['bots', kind, portfolioId ?? null],
    queryFn: ({ signal }) =>
      api(getBots, { params: { kind }, query: portfolioId === undefined ? {} : { portfolioId }, signal }),
    refetchInterval: ROWS_REFRESH_MS,
  });

export const portfoliosOfQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['portfolios', kind],
    queryFn: ({ signal }) => api(getPortfolios, { params: { kind }, signal }),
    refetchInterval: ({ state }) => refreshOf(state.data?.items),
  });

export const ordersQuery = (kind: BotKind, cycleId: string) =>
  queryOptions({
    queryKey: ['cycles', 'orders', cycleId],
    queryFn: ({ signal }) => api(getOrders, { params: { kind }, query: { cycleId }, signal }),
  });

export const tradesQuery = (kind: BotKind, cycleId: string) =>
  queryOptions({
    queryKey: ['cycles', 'trades', cycleId],
    queryFn: ({ signal }) => api(getTrades, { params: { kind }, query: { cycleId }, signal }),
  });
