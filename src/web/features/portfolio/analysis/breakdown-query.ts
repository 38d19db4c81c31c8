import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getPortfolioBreakdown } from '#contract/risk/breakdown.ts';
import { api } from '#web/api/api.ts';

export type Breakdown = Reply<typeof getPortfolioBreakdown>;
export type BreakdownPart = Breakdown['symbols'][number];

/** The live channel tells of ended cycles; this catches a new day. */
const REFRESH_MS = 60_000;

/** @param dateFrom - a UTC day; null: from the first */
export const breakdownQuery = (portfolioId: string, dateFrom: string | null) =>
  queryOptions({
    queryKey: ['results', 'breakdown', portfolioId, dateFrom],
    queryFn: ({ signal }) =>
      api(getPortfolioBreakdown, { query: { portfolioId, ...(dateFrom === null ? {} : { dateFrom }) }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
