import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { SentBody } from '#contract/call.ts';
import { tryStrategy } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { useSettled } from '#web/ui/use-settled.ts';

export type TrialBody = SentBody<typeof tryStrategy>;

/** The market goes on while a strategy is looked at. */
const REFRESH_MS = 20_000;

/** A trial that another one takes the place of is cancelled. */
export const trialQuery = (kind: BotKind, body: TrialBody | null) =>
  queryOptions({
    queryKey: ['trials', kind, body],
    queryFn: ({ signal }) => api(tryStrategy, { params: { kind }, body: body ?? { symbol: '' }, signal }),
    enabled: body !== null,
    staleTime: REFRESH_MS,
    gcTime: 60_000,
    retry: false,
  });

/** The trial of what is on the page. While the draft changes, the one before stays; null while it cannot be tried. */
export function useTrial(kind: BotKind, body: TrialBody | null) {
  const settled = useSettled(body);
  const trial = useQuery({
    ...trialQuery(kind, settled),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const isBehind = JSON.stringify(settled) !== JSON.stringify(body);
  return {
    trial: trial.data ?? null,
    /** Whether the trial that is shown is of the draft before. */
    isStale: isBehind || trial.isPlaceholderData || body === null,
    isPending: body !== null && trial.data === undefined && trial.error === null,
    error: body === null ? null : trial.error,
    retry: () => void trial.refetch(),
  };
}
