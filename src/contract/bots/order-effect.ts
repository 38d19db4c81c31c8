import * as z from 'zod/mini';
import { count, decimalText, maybeDecimal } from '../fields.ts';

const orderPreview = z.object({
  symbol: z.string(),
  role: z.string(),
  level: count,
  side: z.enum(['BUY', 'SELL']),
  price: maybeDecimal,
  qty: maybeDecimal,
});

/** What a command changes among the orders of a bot. Equal orders keep their place in the queue. */
export const orderEffect = z.object({
  cancels: z.array(orderPreview),
  places: z.array(orderPreview),
  /** Orders that stay as they rest. */
  unchanged: count,
  /** Where each open position is liquidated, before and after; null: nowhere. */
  liquidations: z.array(
    z.object({ symbol: z.string(), direction: z.enum(['buy', 'sell']), before: maybeDecimal, after: maybeDecimal }),
  ),
  committedMargin: decimalText,
});

export type OrderEffect = z.infer<typeof orderEffect>;
