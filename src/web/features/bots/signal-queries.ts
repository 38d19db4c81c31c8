import { queryOptions } from '@tanstack/react-query';
import { getSignals } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';

export type BotSignal = Reply<typeof getSignals>['items'][number];

/** The answer changes with the bars of the rules, most of them longer than a minute. */
const REFRESH_MS = 10_000;

/** What the entry rules of the bots say, by the ids of their atoms. */
export const signalsQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['bots', 'signals', kind],
    queryFn: ({ signal }) => api(getSignals, { params: { kind }, signal }),
    refetchInterval: REFRESH_MS,
    select: ({ items }): ReadonlyMap<string, BotSignal> => new Map(items.map((one) => [one.atomId, one])),
  });
