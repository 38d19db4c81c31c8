import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getManualDeals, orderManualDeal, previewManualDeal, undoManualDeal } from '#contract/deals/manual-deal.ts';
import { api } from '#web/api/api.ts';
import type { DealBody } from './deal-form.ts';

export type ManualDeal = Reply<typeof orderManualDeal>;
export type ForetoldDeal = Reply<typeof previewManualDeal>;

/** The deals of a bot, or of one cycle, newest first, a page at a time; the topic `cycles` refreshes them. */
export const dealsQuery = (botId: string, cycleId?: string) =>
  infiniteQueryOptions({
    queryKey: ['cycles', 'deals', botId, cycleId ?? null],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(cycleId && { cycleId }), ...(pageParam !== null && { cursor: pageParam }) };
      return api(getManualDeals, { params: { id: botId }, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
  });

/** What would come of a deal; asked again as the bot moves. */
export const dealEffectQuery = (botId: string, body: DealBody) =>
  queryOptions({
    queryKey: ['bots', 'deal-effect', botId, body],
    queryFn: ({ signal }) => api(previewManualDeal, { params: { id: botId }, body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

function useDealCommand<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all(['bots', 'cycles', 'portfolios'].map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

export const useOrderDeal = (botId: string) =>
  useDealCommand((body: DealBody & { readonly comment: string }) =>
    api(orderManualDeal, { params: { id: botId }, body }),
  );

export const useUndoDeal = () => useDealCommand((id: string) => api(undoManualDeal, { params: { id } }));
