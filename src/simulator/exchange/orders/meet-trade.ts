import { at } from '#base/assert.ts';
import { type Steps, ZERO_STEPS } from '#base/exact.ts';
import { type Met, meetPrint, type QueuedOrder } from '#engine/matching/tape-fill.ts';
import type { AggregateTrade } from '../../market/market.ts';
import { showPrice } from '../algos/trigger-algo.ts';
import { printMade } from '../book/own-prints.ts';
import { type ExchangeState, type OpenOrder, type SymbolState, symbolStateOf } from '../exchange-state.ts';
import { canBeCarried } from '../positions/can-be-carried.ts';
import { openQuantity, settleFill } from '../positions/settle-fill.ts';
import { EXPIRY, endOrder, isWorking } from './end-order.ts';
import { beginParts } from './fill-parts.ts';

/** Applies one trade to its symbol: fills resting orders first, then triggers conditional ones. */
export function meetTrade(state: ExchangeState, symbolState: SymbolState, trade: AggregateTrade): void {
  const orders = reached(symbolState, trade);
  const met = meetPrint(orders.flatMap(queued), trade);
  let split = 0;
  for (const [index, order] of orders.entries()) {
    if (!isWorking(order)) continue;
    const { price, symbol } = order.row;
    const quantity = meetOrder(state, order, at(met, index));
    if (price !== null) split = printMade(state, { symbol, trade, before: split }, { price, quantity });
  }
  showPrice(state, symbolState, { of: 'CONTRACT_PRICE', price: trade.price });
}

/** Resting orders have a price. */
function queued({ row, ahead }: OpenOrder): readonly QueuedOrder[] {
  return row.price === null ? [] : [{ side: row.side, price: row.price, open: openQuantity(row), ahead }];
}

/** The resting orders that a trade at this price reaches, best first. */
function reached({ buys, sells }: SymbolState, { price }: AggregateTrade): OpenOrder[] {
  const orders: OpenOrder[] = [];
  for (const order of buys) {
    if ((order.row.price ?? 0) < price) break;
    orders.push(order);
  }
  for (const order of sells) {
    if ((order.row.price ?? 0) > price) break;
    orders.push(order);
  }
  return orders;
}

/** @returns how much of the trade was the order's */
function meetOrder(state: ExchangeState, order: OpenOrder, { filled, ahead }: Met): Steps {
  const { row, account } = order;
  order.ahead = ahead;
  if (row.price === null || filled === 0) return ZERO_STEPS;
  symbolStateOf(state, row.symbol).revision += 1;
  if (!canBeCarried(state, order, filled)) {
    endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.none });
    return ZERO_STEPS;
  }
  const parts = account.parts.get(row.symbol);
  if (parts === undefined || row.executed > 0) {
    return settleFill(state, order, { price: row.price, quantity: filled, isMaker: true });
  }
  beginParts(state, order, { parts, isMaker: true }); // They are printed as they come.
  return ZERO_STEPS;
}
