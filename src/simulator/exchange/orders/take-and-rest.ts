import { type Steps, ZERO_STEPS } from '#base/exact.ts';
import { queueAhead, type Walk } from '#engine/matching/tape-fill.ts';
import { type ExchangeState, type OpenOrder, symbolStateOf } from '../exchange-state.ts';
import { settleFill } from '../positions/settle-fill.ts';
import { rest } from '../resting-orders.ts';
import type { ExchangeOrder } from '../rows.ts';
import { EXPIRY, endOrder, isWorking } from './end-order.ts';

/** Takes what the book gives; of what is left an order at market ends, a limit rests unless it may not. */
export function takeAndRest(state: ExchangeState, order: OpenOrder, { taken }: Walk): void {
  for (const level of taken) {
    if (isWorking(order)) settleFill(state, order, { ...level, isMaker: false });
  }
  if (isWorking(order)) restOrEnd(state, order);
}

/** What becomes of an order that nothing more is taken for. */
export function restOrEnd(state: ExchangeState, order: OpenOrder): void {
  const { type, timeInForce } = order.row;
  if (type !== 'LIMIT') return endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.marketUnfilled });
  if (timeInForce === 'IOC' || timeInForce === 'FOK') {
    return endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.immediateOrCancel });
  }
  order.ahead = standsBefore(state, order.row);
  rest(symbolStateOf(state, order.row.symbol), order);
}

/** Behind so many levels the queue is as long as at the last of them. */
const QUEUE_LEVELS = 50;

function standsBefore({ market, at, rules }: ExchangeState, { symbol, side, price }: ExchangeOrder): Steps {
  const book = market.book(symbol, at, QUEUE_LEVELS);
  if (book === null || price === null) return ZERO_STEPS;
  return queueAhead(side === 'BUY' ? book.bids : book.asks, { side, price }, rules);
}
