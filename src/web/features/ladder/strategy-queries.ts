import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createBot } from '#contract/bot.ts';
import type { Reply, SentBody } from '#contract/call.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { applyStrategy, deleteStrategy, getStrategies, getStrategy, saveStrategy } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { api } from '#web/api/api.ts';
import { confirmed } from '#web/api/exchange/confirmed.ts';
import { useIsLive } from '#web/bots/confirm/use-is-live.ts';
import { useStepUp } from '#web/bots/confirm/use-step-up.tsx';
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
  const kind = useKind();
  const onSettled = useRefresh(topics);
  return useMutation({ mutationFn: (input: Input) => run(input, kind), onSettled });
}

/** Reads again what a command can change. */
function useRefresh(topics: readonly string[]) {
  const queries = useQueryClient();
  return () => Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
}

export const useSaveStrategy = () =>
  useCommand(
    async (body: SentBody<typeof saveStrategy>, kind) =>
      ladderStrategy(await api(saveStrategy, { params: { kind }, body })),
    ['strategies'],
  );

export const useDeleteStrategy = () =>
  useCommand((id: string, kind) => api(deleteStrategy, { params: { kind, id } }), ['strategies']);

/** Applies a version to a bot; for a live bot this needs a confirmation and a recent sign-in. */
export function useApplyStrategy(body: ApplyBody) {
  const kind = useKind();
  const onSettled = useRefresh(['bots', 'strategies', 'cycles']);
  return useStepUp({
    act: () =>
      confirmed((confirmation) => api(applyStrategy, { params: { kind }, body: { ...body, ...confirmation } })),
    onSettled,
    asks: useIsLive() ? 'when-old' : 'when-refused',
  });
}

/** Creates a bot, after its portfolio when that is new. */
export interface StartInput {
  readonly bot: Omit<SentBody<typeof createBot>, 'portfolioId'>;
  readonly portfolio: { readonly id: string } | { readonly newName: string };
}

/**
 * Creates a bot; a live one needs a confirmation and a recent sign-in.
 * @param onPortfolio - called as soon as a new portfolio exists: a repeat must not create another one
 */
export function useStartBot({ bot, portfolio }: StartInput, onPortfolio: (portfolioId: string) => void) {
  const kind = useKind();
  const onSettled = useRefresh(['bots', 'portfolios', 'strategies', 'exchange-account']);
  return useStepUp({
    async act() {
      const portfolioId =
        'id' in portfolio
          ? portfolio.id
          : (await api(createPortfolio, { params: { kind }, body: { name: portfolio.newName } })).portfolioId;
      if (!('id' in portfolio)) onPortfolio(portfolioId);
      return confirmed((confirmation) =>
        api(createBot, { params: { kind }, body: { ...bot, portfolioId, ...confirmation } }),
      );
    },
    onSettled,
    asks: useIsLive() ? 'when-old' : 'when-refused',
  });
}
