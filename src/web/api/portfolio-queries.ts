import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { getPortfolioById, getPortfolioList, type portfolio } from '#contract/portfolio.ts';
import { api } from './api.ts';

export type Portfolio = z.output<typeof portfolio>;

/** All portfolios of the user, oldest first. */
export const portfoliosQuery = queryOptions({
  queryKey: ['portfolios', 'list'],
  queryFn: ({ signal }) => api(getPortfolioList, { signal }),
});

export const portfolioQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: ['portfolios', 'one', portfolioId],
    queryFn: ({ signal }) => api(getPortfolioById, { query: { portfolioId }, signal }),
  });
