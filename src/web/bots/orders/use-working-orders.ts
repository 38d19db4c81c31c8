import { useQueries } from '@tanstack/react-query';
import type { BotKind } from '#engine/model/bot.ts';
import { type Atom, type Order, ordersQuery } from '#web/api/trading-queries.ts';

/** The open orders of the bot, loaded again for every dialog; null until they arrive. */
export function useWorkingOrders(bot: { readonly kind: BotKind; readonly atoms: readonly Atom[] }): {
  orders: readonly Order[] | null;
  error: Error | null;
} {
  const cycleIds = bot.atoms.flatMap((atom) => (atom.currentCycleId ? [atom.currentCycleId] : []));
  const queries = useQueries({
    queries: cycleIds.map((id) => ({ ...ordersQuery(bot.kind, id), staleTime: 0, refetchOnMount: 'always' as const })),
  });
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  if (queries.some((query) => query.data === undefined)) return { orders: null, error };
  return { orders: queries.flatMap((query) => query.data?.items ?? []).filter(isResting), error };
}

/** Whether an order still rests. */
export const isResting = (order: Order): boolean => order.state === 'OPEN' || order.state === 'PARTIALLY_FILLED';
