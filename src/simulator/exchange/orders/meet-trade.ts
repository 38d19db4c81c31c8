import { at } from '#base/assert.ts';
import { type Steps, ZERO_STEPS } from '#base/exact.ts';
import { type Met, meetPrint, type QueuedOrder } from '#engine/matching/tape-fill.ts';
import type { AggregateTrade } from '../../market/market.ts';
import { showPrice } from '../algos/trigger-algo.ts';
import { nextPartId, printMade } from '../book/own-prints.ts';
import { type ExchangeState, type OpenOrder, type SymbolState, symbolStateOf } from '../exchange-state.ts';
import { canBeCarried } from '../positions/can-be-carried.ts';
import { type Execution, openQuantity, settleFill } from '../positions/settle-fill.ts';
import { EXPIRY, endOrder, isWorking } from './end-order.ts';
import { beginParts } from './fill-parts.ts';

/** Applies the trades of one instant to their symbol: they fill resting orders first, then trigger conditional ones. */
export function meetTrades(state: ExchangeState, symbolState: SymbolState, trades: readonly AggregateTrade[]): void {
  for (const trade of trades) fillResting(state, symbolState, trade);
  for (const { price } of trades) showPrice(state, symbolState, { of: 'CONTRACT_PRICE', price });
}

function fillResting(state: ExchangeState, symbolState: SymbolState, trade: AggregateTrade): void {
  const orders = reached(symbolState, trade);
  const met = meetPrint(orders.flatMap(queued), trade);
  let split = 0;
  for (const [index, order] of orders.entries()) {
    if (!isWorking(order)) continue;
    const { price, side, symbol } = order.row;
    const tradeId = nextPartId(state, symbol, trade);
    const quantity = meetOrder(state, order, { ...at(met, index), tradeId });
    if (price !== null) split = printMade(state, { symbol, trade, before: split }, { side, price, quantity });
  }
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
function meetOrder(
  state: ExchangeState,
  order: OpenOrder,
  { filled, ahead, tradeId }: Met & Pick<Execution, 'tradeId'>,
): Steps {
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
    return settleFill(state, order, { tradeId, price: row.price, quantity: filled, isMaker: true });
  }
  beginParts(state, order, { parts, isMaker: true }); // They are printed as they come.
  return ZERO_STEPS;
}
