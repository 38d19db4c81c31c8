import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '#contract/call.ts';
import { cancelBackFill, startBackFill } from '#contract/market.ts';
import { api } from '../api.ts';
import { backFillsQuery } from './market-queries.ts';

/** Starts a job that fetches past minutes. */
export function useStartJob() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof startBackFill>) => api(startBackFill, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: backFillsQuery.queryKey }),
  });
}

/** Cancels a job; the list is reloaded, so that a job that ended meanwhile is shown as ended. */
export function useCancelJob() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(cancelBackFill, { params: { id }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: backFillsQuery.queryKey }),
  });
}
