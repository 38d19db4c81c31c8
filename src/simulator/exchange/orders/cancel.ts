import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { endAlgo } from '../algos/end-algo.ts';
import type { OrderName } from '../commands.ts';
import { type AccountState, type ExchangeState, keyOf, type OpenAlgo, type OpenOrder } from '../exchange-state.ts';
import { EXPIRY, endOrder } from './end-order.ts';

/** The open order with that id or client id; the id wins when both are given. */
export function findOpenOrder({ orders }: AccountState, symbol: string, { id, clientId }: OrderName): OpenOrder | null {
  if (id !== null) return orders.get(keyOf(symbol, id)) ?? null;
  for (const order of orders.values()) {
    if (order.row.symbol === symbol && order.row.clientOrderId === clientId) return order;
  }
  return null;
}

export function findOpenAlgo({ algos }: AccountState, { id, clientId }: OrderName): OpenAlgo | null {
  if (id !== null) return algos.get(id) ?? null;
  for (const algo of algos.values()) if (algo.row.clientAlgoId === clientId) return algo;
  return null;
}

/** -2011 when no such order is open. */
export function openOrderNamed(account: AccountState, symbol: string, name: OrderName): WireReply<OpenOrder> {
  const order = findOpenOrder(account, symbol, name);
  return order === null ? refuse('cancelUnknown') : accept(order);
}

export function openAlgoNamed(account: AccountState, name: OrderName): WireReply<OpenAlgo> {
  const algo = findOpenAlgo(account, name);
  return algo === null ? refuse('cancelUnknown') : accept(algo);
}

export function cancelOrder(state: ExchangeState, order: OpenOrder): void {
  endOrder(state, order, { status: 'CANCELED', expiryReason: EXPIRY.none });
}

/** Cancels the open orders of a symbol and returns their number; conditional orders stay. */
export function cancelAll(state: ExchangeState, { orders }: AccountState, symbol: string): number {
  const own = [...orders.values()].filter(({ row }) => row.symbol === symbol);
  for (const order of own) cancelOrder(state, order);
  return own.length;
}

export function cancelAllAlgos(state: ExchangeState, { algos }: AccountState, symbol: string): number {
  const own = [...algos.values()].filter(({ row }) => row.symbol === symbol);
  for (const algo of own) endAlgo(state, algo, { status: 'CANCELED' });
  return own.length;
}
