import { queryOptions } from '@tanstack/react-query';
import { getAssets } from '#contract/asset.ts';
import type { Reply } from '#contract/call.ts';
import { getDemo, getSettings } from '#contract/system.ts';
import { api } from './api.ts';

/** Title, environment and where to sign in; requested once. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api(getSettings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The futures assets of the server: filters, fees, brackets. Loaded at sign-in. */
export const assetsQuery = queryOptions({
  queryKey: ['assets'],
  queryFn: ({ signal }) => api(getAssets, { signal }),
  staleTime: 5 * 60_000,
});

const LOADING_POLL_MS = 700;

/** Whether candles of the demo are being fetched, or its past computed. */
export function isLoading(demo: Reply<typeof getDemo> | undefined): boolean {
  return demo?.state === 'fetching' || demo?.state === 'loading';
}

/** Whether the demo is loaded; polled while it loads. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => api(getDemo, { signal }),
  refetchInterval: (query) => (isLoading(query.state.data) ? LOADING_POLL_MS : false),
});
