import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply, SentBody } from '#contract/call.ts';
import { getLadderReach, getPriceMoveHistogram } from '#contract/market/price-moves.ts';
import { api } from '#web/api/api.ts';
import { useText } from '#web/i18n/text.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { problemText } from '#web/ui/words/problem-text.ts';

export type ToldMoves = Reply<typeof getPriceMoveHistogram>;
export type ToldBin = ToldMoves['drops']['bins'][number];
export type ToldSwing = ToldMoves['drops']['largest'][number];
export type ToldReach = Reply<typeof getLadderReach>;
export type ReachBody = SentBody<typeof getLadderReach>;

/** The figures of a market day; the market's day may be short, as the simulated one is. */
const FRESH_MS = 60_000;

export interface MovesWish {
  readonly symbol: string;
  readonly direction: 'buy' | 'sell';
  readonly reboundPercent: string;
}

/** How far the price of a contract moved before it came back. */
export const priceMovesQuery = (wish: MovesWish | null) =>
  queryOptions({
    queryKey: ['price-moves', wish],
    queryFn: ({ signal }) => {
      const { symbol, ...query } = wish ?? { symbol: '' };
      return api(getPriceMoveHistogram, { params: { id: symbol }, query, signal });
    },
    enabled: wish !== null,
    staleTime: FRESH_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** Has the figures measured anew; those on the screen are replaced by them. */
export function useMeasureAgain() {
  const t = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ symbol, ...query }: MovesWish) =>
      api(getPriceMoveHistogram, { params: { id: symbol }, query: { ...query, measure: 'again' } }),
    onSuccess: (moves, wish) => {
      queries.setQueryData(priceMovesQuery(wish).queryKey, moves);
    },
    onError: (error) => toast(problemText(error, t).what),
  });
}

/** How often the price reached each step of a ladder. */
export const ladderReachQuery = (body: ReachBody | null) =>
  queryOptions({
    queryKey: ['price-moves', 'reach', body],
    queryFn: ({ signal }) => api(getLadderReach, { body: body ?? NOTHING, signal }),
    enabled: body !== null,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** Never sent. */
const NOTHING: ReachBody = { symbol: '', direction: 'buy', reboundPercent: '1', baseMargin: '0', levels: [] };
