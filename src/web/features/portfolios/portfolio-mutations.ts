import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPortfolio } from '#contract/portfolio.ts';
import { loadDemo, removeDemo } from '#contract/system.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { demoQuery } from '#web/api/system-queries.ts';
import { refreshPortfolios } from '#web/bots/portfolio/portfolio-acts.ts';

interface NewPortfolio {
  readonly kind: BotKind;
  readonly name: string;
  /** Paper wallet, USDT; null for a kind that does not trade on paper. */
  readonly balance: string | null;
}

/** Creates a portfolio for bots of one kind. */
export function useCreatePortfolio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name, balance }: NewPortfolio) =>
      api(createPortfolio, { params: { kind }, body: balance === null ? { name } : { name, balance } }),
    onSuccess: () => refreshPortfolios(queries),
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
