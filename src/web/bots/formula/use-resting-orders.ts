import { useQueries } from '@tanstack/react-query';
import { type Bot, type Order, ordersQuery } from '#web/api/trading-queries.ts';
import { isResting } from '../orders/use-working-orders.ts';

/** The resting orders of bots, loaded again for the dialog. */
export function useRestingOrders(bots: readonly Bot[]): {
  of: (bot: Bot) => readonly Order[];
  isKnown: boolean;
  error: Error | null;
} {
  const cycles = bots.flatMap(({ botId, kind, atoms }) =>
    atoms.flatMap(({ currentCycleId: id }) => (id === null ? [] : [{ botId, kind, id }])),
  );
  const lists = useQueries({
    queries: cycles.map(({ kind, id }) => ({
      ...ordersQuery(kind, id),
      staleTime: 0,
      refetchOnMount: 'always' as const,
    })),
  });
  return {
    of: (bot) =>
      lists
        .flatMap((list, index) => (cycles[index]?.botId === bot.botId ? (list.data?.items ?? []) : []))
        .filter(isResting),
    isKnown: lists.every((list) => list.data !== undefined),
    error: lists.find((list) => list.error !== null)?.error ?? null,
  };
}
