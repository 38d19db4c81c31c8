import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createBot } from '#contract/bot.ts';
import type { Reply, SentBody } from '#contract/call.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { applyStrategy, deleteStrategy, getStrategies, getStrategy, saveStrategy } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { api } from '#web/api/api.ts';
import { useKind } from '#web/kinds/use-kind.ts';

/** A saved strategy of any kind. */
export type SavedStrategy = Reply<typeof getStrategy>;

/** A strategy whose parameters are those of a ladder. */
export type Strategy = Omit<Reply<typeof getStrategy>, 'params'> & { readonly params: LadderParams };

function ladderStrategy(row: Reply<typeof getStrategy>): Strategy {
  return { ...row, params: ladderParams.parse(row.params) };
}

export const strategiesQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['strategies', kind],
    queryFn: async ({ signal }) => ({
      items: (await api(getStrategies, { params: { kind }, signal })).items.map(ladderStrategy),
    }),
  });

/** @param version an older version; null: the newest */
export const strategyQuery = (kind: BotKind, id: string, version: number | null) =>
  queryOptions({
    queryKey: ['strategies', 'one', id, version],
    queryFn: async ({ signal }) => {
      const query = { id, ...(version === null ? {} : { version: String(version) }) };
      return ladderStrategy(await api(getStrategy, { params: { kind }, query, signal }));
    },
  });

export type ApplyBody = SentBody<typeof applyStrategy>;

/** Which orders applying would cancel and place; changes nothing. */
export const applyPreviewQuery = (kind: BotKind, body: Omit<ApplyBody, 'preview' | 'confirm'>) =>
  queryOptions({
    queryKey: ['bots', 'apply-preview', body],
    queryFn: ({ signal }) => api(applyStrategy, { params: { kind }, body: { ...body, preview: true }, signal }),
    staleTime: 0,
  });

function useCommand<Input, Output>(run: (input: Input, kind: BotKind) => Promise<Output>, topics: readonly string[]) {
  const queries = useQueryClient();
  const kind = useKind();
  return useMutation({
    mutationFn: (input: Input) => run(input, kind),
    onSettled: () => Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

export const useSaveStrategy = () =>
  useCommand(
    async (body: SentBody<typeof saveStrategy>, kind) =>
      ladderStrategy(await api(saveStrategy, { params: { kind }, body })),
    ['strategies'],
  );

export const useDeleteStrategy = () =>
  useCommand((id: string, kind) => api(deleteStrategy, { params: { kind, id } }), ['strategies']);

export const useApplyStrategy = () =>
  useCommand(
    (body: ApplyBody, kind) => api(applyStrategy, { params: { kind }, body }),
    ['bots', 'strategies', 'cycles'],
  );

/** Creates a bot, after its portfolio when that is new. */
export interface StartInput {
  readonly bot: Omit<SentBody<typeof createBot>, 'portfolioId'>;
  readonly portfolio: { readonly id: string } | { readonly newName: string };
}

export const useStartBot = () =>
  useCommand(
    async ({ bot, portfolio }: StartInput, kind) => {
      const portfolioId =
        'id' in portfolio
          ? portfolio.id
          : (await api(createPortfolio, { params: { kind }, body: { name: portfolio.newName } })).portfolioId;
      return api(createBot, { params: { kind }, body: { ...bot, portfolioId } });
    },
    ['bots', 'portfolios', 'strategies'],
  );
