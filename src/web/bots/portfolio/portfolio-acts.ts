import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { deletePortfolio, renamePortfolio, setPortfolioProps } from '#contract/portfolio.ts';
import { api } from '#web/api/api.ts';
import { demoQuery } from '#web/api/system-queries.ts';

/** Everything that shows a portfolio or its name is fetched again. */
export function refreshPortfolios(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['portfolios'] }),
    queries.invalidateQueries({ queryKey: ['results'] }),
    queries.invalidateQueries({ queryKey: demoQuery.queryKey }),
  ]);
}

/** Gives a portfolio another name; its bots carry the name of their portfolio. */
export function useRenamePortfolio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { portfolioId: string; name: string }) => api(renamePortfolio, { body }),
    onSuccess: () => Promise.all([refreshPortfolios(queries), queries.invalidateQueries({ queryKey: ['bots'] })]),
  });
}

/** A limit of null removes the cap. */
export function useSetPortfolioProps() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { portfolioId: string; comment: string; limit: string | null }) =>
      api(setPortfolioProps, { body }),
    onSuccess: () => refreshPortfolios(queries),
  });
}

export function useDeletePortfolio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(deletePortfolio, { params: { id } }),
    onSuccess: () => refreshPortfolios(queries),
  });
}
