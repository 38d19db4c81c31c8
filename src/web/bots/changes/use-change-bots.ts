import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { BotKind } from '#engine/model/bot.ts';
import { type BotsChange, sendChange, takenBack } from './bots-change.ts';
import { keepChange, keptChange } from './kept-change.ts';

/** The last change of several bots of a kind. It outlives the dialog, the page and a reload, not the tab or the session. */
const lastChangeQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['last change', kind],
    queryFn: skipToken,
    initialData: () => keptChange(kind),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const useLastChange = (kind: BotKind): BotsChange | null => useQuery(lastChangeQuery(kind)).data ?? null;

/** Carries out a change of several bots and remembers it, so that it can be taken back. */
export function useChangeBots() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendChange,
    onSuccess: (done) => remember(queries, done.kind, done),
    onSettled: () => readAgain(queries),
  });
}

/** Takes a change back, and forgets it. */
export function useUndoChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: BotsChange) => sendChange(takenBack(change)),
    onSuccess: (_, { kind }) => remember(queries, kind, null),
    onSettled: () => readAgain(queries),
  });
}

function remember(queries: QueryClient, kind: BotKind, change: BotsChange | null): void {
  keepChange(kind, change);
  queries.setQueryData(lastChangeQuery(kind).queryKey, change);
}

function readAgain(queries: QueryClient): void {
  for (const topic of ['bots', 'cycles', 'portfolios', 'strategies'])
    void queries.invalidateQueries({ queryKey: [topic] });
}
