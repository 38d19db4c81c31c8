import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { allKinds } from '#engine/bots/registry.ts';
import { useLiveBots } from '#web/api/live/use-live-bots.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { type OpenPosition, openPositions } from './open-positions.ts';

interface LoadedBots {
  readonly bots: readonly Bot[];
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

type BotsResult = UseQueryResult<{ readonly items: readonly Bot[] }>;

/** A constant, so that the same answers give the same list. */
function together(results: readonly BotsResult[]): LoadedBots {
  return {
    bots: results.flatMap(({ data }) => data?.items ?? []),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) void result.refetch();
    },
  };
}

/** What all bots of the portfolios hold now, with live values. The lists are those of the pages of bots. */
export function useOpenPositions(portfolios: readonly Portfolio[]): Omit<LoadedBots, 'bots'> & {
  readonly positions: readonly OpenPosition[];
} {
  const kinds = allKinds().filter(({ kind }) => portfolios.some((one) => one.kind === kind && one.botsTotal > 0));
  const { bots, ...state } = useQueries({ queries: kinds.map(({ kind }) => botsQuery(kind)), combine: together });
  return { ...state, positions: openPositions(useLiveBots(bots)) };
}
