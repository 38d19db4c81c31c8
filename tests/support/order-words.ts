import { numberText } from '#web/i18n/number-text.ts';

const QUOTE = /USDT$/;

/** The text of a step on the page; its quantity counts the base asset. */
export const worded = (order: {
  level: number;
  side: string;
  qty: string | null;
  symbol: string;
  price: string | null;
}) =>
  `Step ${order.level}: ${order.side === 'BUY' ? 'buy' : 'sell'} ${numberText(order.qty ?? '', 'en')} ${order.symbol.replace(QUOTE, '')} at ${numberText(order.price ?? '', 'en')}`;
