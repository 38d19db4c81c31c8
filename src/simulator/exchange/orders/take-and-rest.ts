import { type Steps, ZERO_STEPS } from '#base/exact.ts';
import { queueAhead, type Walk } from '#engine/matching/tape-fill.ts';
import { dent, marketBook } from '../book/market-book.ts';
import { printTraded } from '../book/own-prints.ts';
import { type ExchangeState, type OpenOrder, symbolStateOf } from '../exchange-state.ts';
import { settleFill } from '../positions/settle-fill.ts';
import { rest } from '../resting-orders.ts';
import type { ExchangeOrder } from '../rows.ts';
import { EXPIRY, endOrder, isWorking } from './end-order.ts';

/**
 * Takes what the order book offers. With the rest, a market order ends, and a limit order rests unless its time in
 * force forbids it.
 */
export function takeAndRest(state: ExchangeState, order: OpenOrder, { taken }: Walk): void {
  dent(state, order.row, taken);
  for (const level of taken) {
    if (!isWorking(order)) break;
    const { symbol, side } = order.row;
    const quantity = settleFill(state, order, { ...level, isMaker: false });
    printTraded(state, symbol, { takerSide: side, price: level.price, quantity });
  }
  if (isWorking(order)) restOrEnd(state, order);
}

/** Rests or ends an order that can take nothing more. */
export function restOrEnd(state: ExchangeState, order: OpenOrder): void {
  const { type, timeInForce } = order.row;
  if (type !== 'LIMIT') return endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.marketUnfilled });
  if (timeInForce === 'IOC' || timeInForce === 'FOK') {
    return endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.immediateOrCancel });
  }
  order.ahead = standsBefore(state, order.row);
  rest(symbolStateOf(state, order.row.symbol), order);
}

/** Queues are read this many levels deep; deeper ones count as long as the last. */
const QUEUE_LEVELS = 50;

function standsBefore(state: ExchangeState, { symbol, side, price }: ExchangeOrder): Steps {
  const book = marketBook(state, symbol, QUEUE_LEVELS);
  if (book === null || price === null) return ZERO_STEPS;
  return queueAhead(side === 'BUY' ? book.bids : book.asks, { side, price });
}
