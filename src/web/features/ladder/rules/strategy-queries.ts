import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply, SentBody } from '#contract/call.ts';
import { getStrategies, getStrategy, saveStrategy } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { useKind } from '#web/kinds/use-kind.ts';

/** A strategy whose parameters are rules. */
export type RuleStrategy = Reply<typeof getStrategy>;

export const ruleStrategiesQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['strategies', kind],
    queryFn: ({ signal }) => api(getStrategies, { params: { kind }, signal }),
  });

/** @param version - an older version; null: the newest */
export const ruleStrategyQuery = (kind: BotKind, id: string, version: number | null) =>
  queryOptions({
    queryKey: ['strategies', 'one', id, version],
    queryFn: ({ signal }) => {
      const query = { id, ...(version === null ? {} : { version: String(version) }) };
      return api(getStrategy, { params: { kind }, query, signal });
    },
  });

export function useSaveRules() {
  const queries = useQueryClient();
  const kind = useKind();
  return useMutation({
    mutationFn: (body: SentBody<typeof saveStrategy>) => api(saveStrategy, { params: { kind }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['strategies'] }),
  });
}
