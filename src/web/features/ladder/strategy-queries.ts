import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createBot } from '#contract/bot.ts';
import type { Reply, SentBody } from '#contract/call.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { applyStrategy, deleteStrategy, getStrategies, getStrategy, saveStrategy } from '#contract/strategy.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { api } from '#web/api/api.ts';
import { PAPER_LADDER } from '#web/api/trading-queries.ts';

const params = { kind: PAPER_LADDER } as const;

/** A strategy whose parameters are those of a ladder. */
export type Strategy = Omit<Reply<typeof getStrategy>, 'params'> & { readonly params: LadderParams };

function ladderStrategy(row: Reply<typeof getStrategy>): Strategy {
  return { ...row, params: ladderParams.parse(row.params) };
}

export const strategiesQuery = queryOptions({
  queryKey: ['strategies', PAPER_LADDER],
  queryFn: async ({ signal }) => ({
    items: (await api(getStrategies, { params, signal })).items.map(ladderStrategy),
  }),
});

/** @param version an older version; null: the newest */
export const strategyQuery = (id: string, version: number | null) =>
  queryOptions({
    queryKey: ['strategies', 'one', id, version],
    queryFn: async ({ signal }) => {
      const query = { id, ...(version === null ? {} : { version: String(version) }) };
      return ladderStrategy(await api(getStrategy, { params, query, signal }));
    },
  });

export type ApplyBody = SentBody<typeof applyStrategy>;

/** Which orders applying would cancel and place; changes nothing. */
export const applyPreviewQuery = (body: Omit<ApplyBody, 'preview' | 'confirm'>) =>
  queryOptions({
    queryKey: ['bots', 'apply-preview', body],
    queryFn: ({ signal }) => api(applyStrategy, { params, body: { ...body, preview: true }, signal }),
    staleTime: 0,
  });

function useCommand<Input, Output>(run: (input: Input) => Promise<Output>, topics: readonly string[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

export const useSaveStrategy = () =>
  useCommand(
    async (body: SentBody<typeof saveStrategy>) => ladderStrategy(await api(saveStrategy, { params, body })),
    ['strategies'],
  );

export const useDeleteStrategy = () =>
  useCommand((id: string) => api(deleteStrategy, { params: { kind: PAPER_LADDER, id } }), ['strategies']);

export const useApplyStrategy = () =>
  useCommand((body: ApplyBody) => api(applyStrategy, { params, body }), ['bots', 'strategies', 'cycles']);

/** A bot, and its portfolio first when that is new. */
export interface StartInput {
  readonly bot: Omit<SentBody<typeof createBot>, 'portfolioId'>;
  readonly portfolio: { readonly id: string } | { readonly newName: string };
}

export const useStartBot = () =>
  useCommand(
    async ({ bot, portfolio }: StartInput) => {
      const portfolioId =
        'id' in portfolio
          ? portfolio.id
          : (await api(createPortfolio, { params, body: { name: portfolio.newName } })).portfolioId;
      return api(createBot, { params, body: { ...bot, portfolioId } });
    },
    ['bots', 'portfolios', 'strategies'],
  );
