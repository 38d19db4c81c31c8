import type * as z from 'zod/mini';
import type { executedOrder } from '#contract/orders/order-stat.ts';
import type { ExecutedOrderRow } from '#storage/order-stats/executed-orders.ts';
import { presentOrder } from '../bots/present-cycle.ts';

/** An executed order as the API returns it. */
export function presentExecutedOrder(row: ExecutedOrderRow): z.output<typeof executedOrder> {
  const { kind, botName, portfolioId, quoteQty, commission, slippageBps, slippageCost } = row;
  return { ...presentOrder(row), kind, botName, portfolioId, quoteQty, commission, slippageBps, slippageCost };
}
