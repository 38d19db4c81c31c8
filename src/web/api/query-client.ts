import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const RETRIES_MAX = 2;

/** Old data stays while new data loads; an answer of the server is final, a network failure is retried. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < RETRIES_MAX && isApiError(error) && isTransient(error.code),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { retry: false },
    },
  });
}

const TRANSIENT = ['NETWORK', 'TIMEOUT', 'STARTING', 'EXCHANGE_UNAVAILABLE', 'IDENTITY_UNAVAILABLE'];

function isTransient(code: string): boolean {
  return TRANSIENT.includes(code);
}

/** The one cache of this tab: everything in it belongs to the signed-in user. */
export const queryClient = makeQueryClient();
