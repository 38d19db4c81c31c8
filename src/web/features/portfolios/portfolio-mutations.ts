import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { createPortfolio, deletePortfolio, setPortfolioProps } from '#contract/portfolio.ts';
import { loadDemo, removeDemo } from '#contract/system.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { demoQuery } from '#web/api/system-queries.ts';

function refresh(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['portfolios'] }),
    queries.invalidateQueries({ queryKey: demoQuery.queryKey }),
  ]);
}

/** Creates a portfolio for bots of one kind. */
export function useCreatePortfolio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name }: { kind: BotKind; name: string }) =>
      api(createPortfolio, { params: { kind }, body: { name } }),
    onSuccess: () => refresh(queries),
  });
}

/** A limit of null removes the cap. */
export function useSetPortfolioProps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { portfolioId: string; comment: string; limit: string | null }) =>
      api(setPortfolioProps, { body }),
    onSuccess: () => refresh(queries),
  });
}

export function useDeletePortfolio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(deletePortfolio, { params: { id } }),
    onSuccess: () => refresh(queries),
  });
}

/** Starts the load; the demo query then follows its progress. */
export function useLoadDemo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api(loadDemo, { body: {} }),
    onSuccess: (demo) => queries.setQueryData(demoQuery.queryKey, demo),
  });
}

export function useRemoveDemo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api(removeDemo, { body: {} }),
    onSuccess: () => queries.invalidateQueries(),
  });
}
