import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createTradeCategory,
  deleteTradeCategory,
  getTradeCategories,
  orderTradeCategories,
  setTradeCategory,
} from '#contract/assets/trade-category.ts';
import type { Reply, SentBody } from '#contract/call.ts';
import { api } from '../api.ts';

export type TradeCategory = Reply<typeof getTradeCategories>['items'][number];

/** The user's trade categories in their order. */
export const tradeCategoriesQuery = queryOptions({
  queryKey: ['assets', 'categories'],
  queryFn: ({ signal }) => api(getTradeCategories, { signal }),
  staleTime: 5 * 60_000,
});

/** Assets name their category, so they are read anew with the categories. */
function useCategoryAct<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => queries.invalidateQueries({ queryKey: ['assets'] }) });
}

export const useCreateCategory = () =>
  useCategoryAct((body: SentBody<typeof createTradeCategory>) => api(createTradeCategory, { body }));

export const useSetCategory = () =>
  useCategoryAct((body: SentBody<typeof setTradeCategory>) => api(setTradeCategory, { body }));

export const useOrderCategories = () =>
  useCategoryAct((tradeCategoryIds: string[]) => api(orderTradeCategories, { body: { tradeCategoryIds } }));

export const useDeleteCategory = () => useCategoryAct((id: string) => api(deleteTradeCategory, { params: { id } }));
