import { ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { nextOrderId, nextPriority } from '../counters.ts';
import { type AccountState, type ExchangeState, keyOf, type OpenOrder } from '../exchange-state.ts';
import type { AlgoOrder, ExchangeOrder } from '../rows.ts';
import { tellOrder } from '../tell.ts';
import type { CheckedOrder } from './check-order.ts';
import { generatedClientId } from './client-id.ts';
import { EXPIRY } from './end-order.ts';
import { beginParts } from './fill-parts.ts';
import { takeAndRest } from './take-and-rest.ts';

/** Executes a checked order: it takes what it can at once, then rests or ends. Returns its row after that. */
export function executeOrder(
  state: ExchangeState,
  account: AccountState,
  checked: CheckedOrder,
  origin: AlgoOrder | null = null,
): ExchangeOrder {
  const order = openOrder(state, account, newRow(state, checked, origin));
  tellOrder(state, account, 'NEW', { order: order.row });
  const parts = account.parts.get(checked.target.symbol);
  if (parts !== undefined && checked.walk.taken.length > 0) beginParts(state, order, { parts, isMaker: false });
  else takeAndRest(state, order, checked.walk);
  return order.row;
}

function openOrder(state: ExchangeState, account: AccountState, row: ExchangeOrder): OpenOrder {
  const order: OpenOrder = { account, row, priority: nextPriority(state), ahead: ZERO_STEPS, parts: null };
  account.orders.set(keyOf(row.symbol, row.orderId), order);
  if (row.goodTillDate > 0) state.dated.add(order);
  return order;
}

function newRow(state: ExchangeState, checked: CheckedOrder, origin: AlgoOrder | null): ExchangeOrder {
  const { target, type, price, quantity, timeInForce, priceMatch, selfTradePreventionMode, goodTillDate } = checked;
  const { symbol, side, positionSide, reduceOnly } = target;
  const orderId = nextOrderId(state, symbol);
  return {
    orderId,
    clientOrderId: checked.clientOrderId ?? generatedClientId(orderId),
    symbol,
    side,
    positionSide,
    type,
    originalType: origin?.orderType ?? type,
    timeInForce,
    status: 'NEW',
    price,
    stopPrice: origin?.triggerPrice ?? null,
    quantity,
    executed: ZERO_STEPS,
    executedCost: ZERO_CASH,
    reduceOnly,
    closePosition: origin?.closePosition ?? false,
    workingType: origin?.workingType ?? 'CONTRACT_PRICE',
    priceProtect: origin?.priceProtect ?? false,
    priceMatch,
    selfTradePreventionMode,
    goodTillDate,
    createdAt: state.at,
    updatedAt: state.at,
    algoId: origin?.algoId ?? null,
    expiryReason: EXPIRY.none,
  };
}
