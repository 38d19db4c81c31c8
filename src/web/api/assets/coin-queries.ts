import { queryOptions } from '@tanstack/react-query';
import { getAssetCmcData, getAssetDescription } from '#contract/assets/coin-facts.ts';
import type { Reply } from '#contract/call.ts';
import { api } from '../api.ts';

export type CoinDescription = Reply<typeof getAssetDescription>;
export type CoinFigures = Reply<typeof getAssetCmcData>;

/** The figures change once a day; those of the simulated exchange with its marks. */
const FIGURES_REFRESH_MS = 60_000;

/** The coin of a contract, and what it is. */
export const coinQuery = (id: string) =>
  queryOptions({
    queryKey: ['coins', 'description', id],
    queryFn: ({ signal }) => api(getAssetDescription, { params: { id }, signal }),
    staleTime: 5 * 60_000,
  });

/** Rank, market cap and supply of that coin. */
export const coinFiguresQuery = (id: string) =>
  queryOptions({
    queryKey: ['coins', 'figures', id],
    queryFn: ({ signal }) => api(getAssetCmcData, { params: { id }, signal }),
    refetchInterval: FIGURES_REFRESH_MS,
  });
