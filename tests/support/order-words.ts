import { groupDecimal } from '#web/ui/values/format.ts';

/** A step as the page words it. */
export const worded = (order: {
  level: number;
  side: string;
  qty: string | null;
  symbol: string;
  price: string | null;
}) =>
  `Step ${order.level}: ${order.side === 'BUY' ? 'buy' : 'sell'} ${groupDecimal(order.qty ?? '')} ${order.symbol} at ${groupDecimal(order.price ?? '')}`;
