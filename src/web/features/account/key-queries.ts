import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { acknowledgeExchangeKey, type exchangeKey, getExchangeKeys, testExchangeKey } from '#contract/exchange-key.ts';
import { api } from '#web/api/api.ts';

export type ExchangeKey = z.output<typeof exchangeKey>;

const READING_POLL_MS = 2_000;

/** The key of this installation's environment; asked again while its document is being read. */
export const exchangeKeyQuery = queryOptions({
  queryKey: ['exchange-keys'],
  queryFn: ({ signal }) => api(getExchangeKeys, { signal }),
  select: ({ items }) => items[0] ?? null,
  refetchInterval: ({ state }) => (isUnderWay(state.data?.items[0]) ? READING_POLL_MS : false),
});

function isUnderWay(key: ExchangeKey | undefined): boolean {
  return key?.reading.state === 'reading' || key?.reading.nextTryAt != null;
}

/** Puts an answer in the place of what was known. */
export function keepKey(queries: QueryClient, key: ExchangeKey): void {
  queries.setQueryData(exchangeKeyQuery.queryKey, { items: [key] });
}

export function useTestKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api(testExchangeKey, { body: {} }),
    onSuccess: (key) => keepKey(queries, key),
  });
}

/** @param version - of the key whose unknown permissions are accepted */
export function useAcknowledgeKey(version: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api(acknowledgeExchangeKey, { body: { version } }),
    onSuccess: (key) => keepKey(queries, key),
    onError: () => queries.invalidateQueries({ queryKey: exchangeKeyQuery.queryKey }),
  });
}
