import { rateFrom } from '#base/decimal.ts';
import { multiplyDivide, RATE_ONE, type Steps, type Ticks } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { OrderRequest } from '../commands.ts';
import { peekOrderId } from '../counters.ts';
import {
  type AccountState,
  type ExchangeState,
  type OpenAlgo,
  type SymbolState,
  symbolStateOf,
} from '../exchange-state.ts';
import { type CheckedOrder, checkMatching } from '../orders/check-order.ts';
import { executeOrder } from '../orders/execute-order.ts';
import { type OrderTarget, reduceRefusal, reducibleAt } from '../orders/order-target.ts';
import { matchedPrice } from '../orders/price-match.ts';
import type { AlgoOrder, WorkingType } from '../rows.ts';
import { renewAlgo } from '../tell.ts';
import { endAlgo } from './end-algo.ts';
import { isReached, trailingTrigger, triggerDirection } from './trigger-price.ts';

/** Passes a new price to the conditional orders of a symbol that watch it. */
export function showPrice(
  state: ExchangeState,
  { algos }: SymbolState,
  shown: { of: WorkingType; price: Ticks },
): void {
  // Most prices trigger nothing, so the list is copied only when an order is about to leave it.
  if (!algos.some((open) => open.row.workingType === shown.of && isStirred(open, shown.price))) return;
  for (const open of algos.filter(({ row }) => row.workingType === shown.of)) {
    if (open.account.algos.has(open.row.algoId)) watchPrice(state, open, shown.price);
  }
}

/** Whether the price changes or triggers the order. */
function isStirred(open: OpenAlgo, price: Ticks): boolean {
  const { orderType, side, activatePrice, isActivated } = open.row;
  if (orderType !== 'TRAILING_STOP_MARKET') return isFiring(open, price);
  const isSell = side === 'SELL';
  if (!isActivated) return activatePrice !== null && isReached(price, activatePrice, isSell ? 'rise' : 'fall');
  const { extreme } = open;
  return extreme === null || (isSell ? price > extreme : price < extreme) || isFiring(open, price);
}

/** Moves a trailing stop with the price, and triggers the order once its trigger is reached. */
function watchPrice(state: ExchangeState, open: OpenAlgo, price: Ticks): void {
  if (open.row.orderType === 'TRAILING_STOP_MARKET') follow(state, open, price);
  if (isFiring(open, price) && !isProtected(state, open.row)) fire(state, open);
}

function follow(state: ExchangeState, open: OpenAlgo, price: Ticks): void {
  const { side, activatePrice, isActivated } = open.row;
  const isSell = side === 'SELL';
  if (!isActivated) {
    if (activatePrice === null || !isReached(price, activatePrice, isSell ? 'rise' : 'fall')) return;
    renewAlgo(state, open, { isActivated: true });
  }
  const best = open.extreme;
  if (best === null || (isSell ? price > best : price < best)) open.extreme = price;
}

function isFiring({ row, extreme }: OpenAlgo, price: Ticks): boolean {
  const { orderType, side, triggerPrice, callbackRate } = row;
  if (orderType !== 'TRAILING_STOP_MARKET') {
    return triggerPrice !== null && isReached(price, triggerPrice, triggerDirection(orderType, side));
  }
  if (extreme === null || callbackRate === null) return false;
  return isReached(price, trailingTrigger(side, extreme, callbackRate), side === 'SELL' ? 'fall' : 'rise');
}

/**
 * With price protection an order does not trigger while the mark and last price are further apart than the symbol
 * allows.
 */
function isProtected(state: ExchangeState, { symbol, priceProtect }: AlgoOrder): boolean {
  if (!priceProtect) return false;
  const [mark, last] = [state.market.mark(symbol, state.at), state.market.last(symbol, state.at)];
  if (mark === null || last === null) return true;
  const { triggerProtect } = symbolStateOf(state, symbol).listed;
  return Math.abs(last - mark) > multiplyDivide(mark, rateFrom(triggerProtect), RATE_ONE, 'floor');
}

/** Turns the conditional order into an ordinary one, if the account and the order book allow it now. */
function fire(state: ExchangeState, open: OpenAlgo): void {
  const { account, row } = open;
  const { symbol, side, positionSide, reduceOnly, closePosition } = row;
  const target: OrderTarget = { symbol, side, positionSide, reduceOnly };
  const reducible = reducibleAt(account, target);
  if (closePosition && reducible === 0) return endAlgo(state, open, { status: 'EXPIRED' });
  renewAlgo(state, open, { status: 'TRIGGERING', triggeredAt: state.at });
  const checked = childOf(state, open, { target, quantity: row.quantity ?? reducible });
  if (!checked.ok) return endAlgo(state, open, { status: 'REJECTED', rejectReason: checked.error.message });
  // The id is needed before the order executes, so that its end finds the conditional order among the past ones.
  endAlgo(state, open, { status: 'TRIGGERED', orderId: peekOrderId(state, symbol) });
  executeOrder(state, account, checked.value, open.row);
}

/** The client id of the conditional order, or null when an open order already has it. */
function childId({ orders }: AccountState, { clientAlgoId }: AlgoOrder): string | null {
  for (const { row } of orders.values()) if (row.clientOrderId === clientAlgoId) return null;
  return clientAlgoId;
}

function childOf(
  state: ExchangeState,
  { account, row }: OpenAlgo,
  { target, quantity }: { readonly target: OrderTarget; readonly quantity: Steps },
): WireReply<CheckedOrder> {
  const isLimit = row.orderType === 'STOP' || row.orderType === 'TAKE_PROFIT';
  const request = {
    ...target,
    type: isLimit ? ('LIMIT' as const) : ('MARKET' as const),
    timeInForce: isLimit ? row.timeInForce : null,
    clientOrderId: childId(account, row),
    priceMatch: isLimit ? row.priceMatch : null,
    selfTradePreventionMode: row.selfTradePreventionMode,
    goodTillDate: null,
  } satisfies Omit<OrderRequest, 'quantity' | 'price'>;
  const price = row.price ?? matchedPrice(state, request);
  if (isLimit && price === null) return refuse('priceMatchDepth');
  // One with closePosition takes what is held, whatever else would close it: that ends with the position.
  const refusal = row.closePosition ? null : reduceRefusal(account, target, { quantity, rests: false });
  if (refusal !== null) return refusal;
  const checked = checkMatching(state, account, { request, target, quantity, price: isLimit ? price : null });
  return checked.ok ? accept({ ...checked.value, goodTillDate: row.goodTillDate }) : checked;
}
