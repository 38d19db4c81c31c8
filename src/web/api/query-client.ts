import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

const RETRIES_MAX = 2;

/** Old data stays while new data comes; an answer of the server is final, a broken line is tried again. */
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

function isTransient(code: string): boolean {
  return code === 'NETWORK' || code === 'TIMEOUT' || code === 'STARTING' || code === 'EXCHANGE_UNAVAILABLE';
}

/** The one cache of this tab: everything in it belongs to the signed-in user. */
export const queryClient = makeQueryClient();
