import { numberText } from '#web/i18n/number-text.ts';

/** A step as the page words it. */
export const worded = (order: {
  level: number;
  side: string;
  qty: string | null;
  symbol: string;
  price: string | null;
}) =>
  `Step ${order.level}: ${order.side === 'BUY' ? 'buy' : 'sell'} ${numberText(order.qty ?? '', 'en')} ${order.symbol} at ${numberText(order.price ?? '', 'en')}`;
