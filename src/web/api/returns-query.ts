import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getPortfolioReturns } from '#contract/portfolio.ts';
import { api } from './api.ts';

export type Returns = Reply<typeof getPortfolioReturns>;
export type PortfolioReturn = Returns['items'][number];
export type DeletedReturn = Returns['deleted'][number];

/** What portfolios hold now comes through the live channel; this brings the past and the prices of holding. */
const REFRESH_MS = 60_000;

/** @param dateFrom - a UTC day; null: from the first */
export const returnsQuery = (dateFrom: string | null) =>
  queryOptions({
    queryKey: ['portfolios', 'returns', dateFrom],
    queryFn: ({ signal }) => api(getPortfolioReturns, { query: dateFrom === null ? {} : { dateFrom }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
