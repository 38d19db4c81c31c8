import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { screenRule } from '#contract/screener/screen-rule.ts';
import { getStrategies } from '#contract/strategy.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { api } from '#web/api/api.ts';

export type RuleScreening = Reply<typeof screenRule>;

/** The strategy whose columns are shown, and the close up to which it was judged last; null: not yet. */
export interface RuleColumns {
  readonly strategyId: string;
  readonly days: number;
  readonly closedAt: string | null;
}

const { kind } = ruleStrategy;
/** While it is judged, and to see whether a bar has closed. */
const PROGRESS_MS = 300;
const REFRESH_MS = 10_000;

export const savedRulesQuery = queryOptions({
  queryKey: ['strategies', kind],
  queryFn: ({ signal }) => api(getStrategies, { params: { kind }, signal }),
});

/** A strategy on all contracts: asked for again until all are judged, and then for each new bar. */
export const ruleScreeningQuery = (strategyId: string, days: number) =>
  queryOptions({
    queryKey: ['screener', 'rule', strategyId, days],
    queryFn: ({ signal }) => api(screenRule, { body: { strategyId, days }, signal }),
    enabled: strategyId !== '',
    refetchInterval: ({ state }) => (state.data?.items === null ? PROGRESS_MS : REFRESH_MS),
  });
