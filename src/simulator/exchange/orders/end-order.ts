import { type ExchangeState, keyOf, type OpenOrder, symbolStateOf } from '../exchange-state.ts';
import { unrest } from '../resting-orders.ts';
import type { AlgoOrder } from '../rows.ts';
import { tellAlgo, tellOrder } from '../tell.ts';

/**
 * The exchange's numeric reasons for the end of an order.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Order-Update
 */
export const EXPIRY = {
  none: '0',
  selfTrade: '1',
  immediateOrCancel: '2',
  wouldReverse: '4',
  liquidation: '5',
  marketUnfilled: '9',
} as const;

type EndStatus = 'CANCELED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';

/** Ends an order that is not completely filled. */
export function endOrder(
  state: ExchangeState,
  order: OpenOrder,
  { status, expiryReason }: { readonly status: EndStatus; readonly expiryReason: string },
): void {
  order.row = { ...order.row, status, expiryReason, updatedAt: state.at };
  close(state, order);
  tellOrder(state, order.account, status === 'CANCELED' ? status : 'EXPIRED', { order: order.row });
  finishAlgo(state, order);
}

/** Moves a filled order to the past ones. Its fill has already been reported. */
export function completeOrder(state: ExchangeState, order: OpenOrder): void {
  close(state, order);
  finishAlgo(state, order);
}

export function isWorking({ account, row }: OpenOrder): boolean {
  return account.orders.has(keyOf(row.symbol, row.orderId));
}

function close(state: ExchangeState, order: OpenOrder): void {
  const { account, row } = order;
  const key = keyOf(row.symbol, row.orderId);
  unrest(symbolStateOf(state, row.symbol), order);
  state.parting.delete(order);
  state.dated.delete(order);
  account.orders.delete(key);
  account.pastOrders.set(key, row);
}

/** Finishes the conditional order that placed this one. */
function finishAlgo(state: ExchangeState, { account, row }: OpenOrder): void {
  const algo = row.algoId === null ? undefined : account.pastAlgos.get(row.algoId);
  if (algo === undefined) return;
  const finished: AlgoOrder = { ...algo, status: 'FINISHED', updatedAt: state.at };
  account.pastAlgos.set(algo.algoId, finished);
  tellAlgo(state, account, finished);
}
