import { type Steps, ZERO_STEPS } from '#base/exact.ts';
import { queueAhead } from '#engine/matching/tape-fill.ts';
import { dent, marketBook } from '../book/market-book.ts';
import { nextTradeId, printTraded } from '../book/own-prints.ts';
import type { SharedWalk, Take } from '../book/shared-walk.ts';
import { type ExchangeState, type OpenOrder, symbolStateOf } from '../exchange-state.ts';
import { canBeCarried } from '../positions/can-be-carried.ts';
import { type Execution, fillable, settleFill } from '../positions/settle-fill.ts';
import { rest } from '../resting-orders.ts';
import type { ExchangeOrder } from '../rows.ts';
import { EXPIRY, endOrder, isWorking } from './end-order.ts';

/**
 * Takes what the order book offers. With the rest, a market order ends, and a limit order rests unless its time in
 * force forbids it.
 */
export function takeAndRest(state: ExchangeState, order: OpenOrder, walk: SharedWalk): void {
  dent(
    state,
    order.row,
    walk.taken.filter(({ maker }) => maker === null).map(({ price, quantity }) => ({ price, quantity })),
  );
  for (const part of walk.taken) if (isWorking(order)) takePart(state, order, part);
  for (const { order: reached, ahead } of walk.queues) reached.ahead = ahead;
  for (const own of walk.ended) if (isWorking(own)) endOrder(state, own, SELF_TRADE);
  if (!isWorking(order)) return;
  if (walk.isStopped) endOrder(state, order, SELF_TRADE);
  else restOrEnd(state, order);
}

const SELF_TRADE = { status: 'EXPIRED_IN_MATCH', expiryReason: EXPIRY.selfTrade } as const;

function takePart(state: ExchangeState, order: OpenOrder, { price, quantity, maker }: Take): void {
  const { symbol, side } = order.row;
  const wanted = fillable(order.account, order.row, quantity);
  const tradeId = nextTradeId(state, symbol);
  const given = maker === null ? wanted : make(state, maker, { tradeId, quantity: wanted });
  const filled = settleFill(state, order, { tradeId, price, quantity: given, isMaker: false });
  printTraded(state, symbol, { takerSide: side, price, quantity: filled });
}

/** Fills a resting order for a taker at its price. @returns how much of it */
function make(
  state: ExchangeState,
  maker: OpenOrder,
  { tradeId, quantity }: Pick<Execution, 'tradeId' | 'quantity'>,
): Steps {
  const { price, symbol } = maker.row;
  if (price === null || !isWorking(maker)) return ZERO_STEPS;
  symbolStateOf(state, symbol).revision += 1;
  if (canBeCarried(state, maker, quantity))
    return settleFill(state, maker, { tradeId, price, quantity, isMaker: true });
  endOrder(state, maker, { status: 'EXPIRED', expiryReason: EXPIRY.none });
  return ZERO_STEPS;
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
