import type { Order } from '#web/api/trading-queries.ts';
import type { PriceLineSpec } from '#web/charts/candle-picture.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { HeldThen } from './cycle-at.ts';

interface Then {
  readonly held: HeldThen;
  /** Of the cycle, in the order in which they were placed. */
  readonly orders: readonly Order[];
  /** UTC milliseconds. */
  readonly time: number;
}

/** The average of an instant and the orders that rested then. */
export function linesAt({ held, orders, time }: Then, t: Text): readonly PriceLineSpec[] {
  const resting = orders.filter(
    ({ sentAt, doneAt }) => Date.parse(sentAt) <= time && (doneAt === null || Date.parse(doneAt) > time),
  );
  const lines = resting.flatMap((order) => orderLine(order, t));
  if (held.average === null) return lines;
  const average = { id: 'average', title: t('cycles.line.average'), price: Number(held.average) } as const;
  return [...lines, { ...average, tone: 'value', dash: 'dashed', width: 1, isInScale: true }];
}

function orderLine({ orderId, role, level, price, triggerPrice }: Order, t: Text): readonly PriceLineSpec[] {
  const at = price ?? triggerPrice;
  if (at === null) return [];
  const line = { id: orderId, price: Number(at), width: 1 } as const;
  switch (role) {
    case 'take_profit':
      return [{ ...line, title: t('ladder.line.tp'), tone: 'profit', dash: 'solid', isInScale: true }];
    case 'stop_loss':
      return [{ ...line, title: t('ladder.line.stop'), tone: 'warn', dash: 'solid', isInScale: false }];
    case 'safety':
      return [{ ...line, title: t('replay.step', { level }), tone: 'step', dash: 'dashed', isInScale: false }];
    default:
      return [{ ...line, title: t('replay.order'), tone: 'step', dash: 'dashed', isInScale: false }];
  }
}
