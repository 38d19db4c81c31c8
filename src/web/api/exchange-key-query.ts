import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type exchangeKey, getExchangeKeys } from '#contract/exchange-key.ts';
import { api } from './api.ts';

export type ExchangeKey = z.output<typeof exchangeKey>;

const READING_POLL_MS = 2_000;

/** The key of this installation's environment; polled while its document is being read. */
export const exchangeKeyQuery = queryOptions({
  queryKey: ['exchange-keys'],
  queryFn: ({ signal }) => api(getExchangeKeys, { signal }),
  select: ({ items }) => items[0] ?? null,
  refetchInterval: ({ state }) => (isUnderWay(state.data?.items[0]) ? READING_POLL_MS : false),
});

function isUnderWay(key: ExchangeKey | undefined): boolean {
  return key?.reading.state === 'reading' || key?.reading.nextTryAt != null;
}
