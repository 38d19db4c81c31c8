import { meetPrint } from '#engine/matching/tape-fill.ts';
import type { Trade } from '../market/market.ts';
import { isOpen } from './end-order.ts';
import type { Desk, ExchangeState, OpenOrder } from './exchange-state.ts';
import { beginParts } from './fill-parts.ts';
import { openQuantity, settleFill } from './settle-fill.ts';
import { watchPrice } from './trigger-algo.ts';

/** Lets one trade of the tape meet what rests and waits at its symbol: resting orders first, then triggers. */
export function meetTrade(state: ExchangeState, desk: Desk, trade: Trade): void {
  for (const order of reached(desk, trade)) if (isOpen(order)) meetOrder(state, order, trade);
  for (const algo of [...desk.algos]) {
    const isWaiting = algo.row.status === 'NEW' && algo.account.algos.has(algo.row.algoId);
    if (isWaiting && algo.row.workingType === 'CONTRACT_PRICE') watchPrice(state, algo, trade.price);
  }
}

/** The resting orders at whose price or through it was traded, best first. */
function reached({ buys, sells }: Desk, { price }: Trade): OpenOrder[] {
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

function meetOrder(state: ExchangeState, order: OpenOrder, trade: Trade): void {
  const { row, account } = order;
  if (row.price === null) return;
  const queued = { side: row.side, price: row.price, open: openQuantity(row), ahead: order.ahead };
  const { filled, ahead } = meetPrint(queued, trade, state.rules);
  order.ahead = ahead;
  if (filled === 0) return;
  const parts = account.parts.get(row.symbol);
  if (parts !== undefined && row.executed === 0) beginParts(state, order, { parts, isMaker: true });
  else settleFill(state, order, { price: row.price, quantity: filled, isMaker: true });
}
