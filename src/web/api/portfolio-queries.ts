import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type deletedPortfolios, getPortfolioById, getPortfolioList, type portfolio } from '#contract/portfolio.ts';
import { api } from './api.ts';

export type Portfolio = z.output<typeof portfolio>;
export type DeletedPortfolios = z.output<typeof deletedPortfolios>;

/** What a portfolio holds comes through the live channel, and so does word of new results; this catches a new day. */
const REFRESH_MS = 60_000;
/** Nothing says that a portfolio has caught up with the market, which takes seconds. */
const BEHIND_REFRESH_MS = 700;

/** How soon portfolios are asked for again. */
export const refreshOf = (portfolios: readonly Portfolio[] = []): number =>
  portfolios.some((one) => one.isBehind) ? BEHIND_REFRESH_MS : REFRESH_MS;

/** All portfolios of the user, oldest first. */
export const portfoliosQuery = queryOptions({
  queryKey: ['portfolios', 'list'],
  queryFn: ({ signal }) => api(getPortfolioList, { signal }),
  refetchInterval: ({ state }) => refreshOf(state.data?.items),
});

export const portfolioQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: ['portfolios', 'one', portfolioId],
    queryFn: ({ signal }) => api(getPortfolioById, { query: { portfolioId }, signal }),
    refetchInterval: ({ state }) => refreshOf(state.data && [state.data]),
  });
