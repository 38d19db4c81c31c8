import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { acknowledgeExchangeKey, testExchangeKey } from '#contract/exchange-key.ts';
import { api } from '#web/api/api.ts';
import { type ExchangeKey, exchangeKeyQuery } from '#web/api/exchange-key-query.ts';

/** Replaces the cached key by the answer. */
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
