import { queryOptions } from '@tanstack/react-query';
import { getAssets } from '#contract/asset.ts';
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

/** Whether the demo is loaded; polled while it loads. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => api(getDemo, { signal }),
  refetchInterval: (query) => (query.state.data?.state === 'loading' ? LOADING_POLL_MS : false),
});
