import { parseDecimal } from '#base/decimal.ts';
import { type Rate, rate, type Steps, type Ticks } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { AlgoRequest } from '../commands.ts';
import { type AccountState, type ExchangeState, type SymbolState, symbolStateOf } from '../exchange-state.ts';
import { clientIdRefusal } from '../orders/client-id.ts';
import { goodTillDateRefusal } from '../orders/good-till-date.ts';
import { positionSideRefusal, reduceOnlyUnwanted, targetOf } from '../orders/order-target.ts';
import { ALGOS_MAX, scaledPrice, TRIGGER_FACTORS } from '../orders/price-limits.ts';
import { priceMatchRefusal } from '../orders/price-match.ts';
import {
  type Limits,
  limitsOf,
  notionalRefusal,
  precisionRefusal,
  readLimitPrice,
  readOrderQuantity,
  readTrigger,
} from '../orders/read-amount.ts';
import { statusRefusal } from '../orders/status-refusal.ts';
import { markPrice } from '../positions/valuation.ts';
import type { Refusal } from '../refusal.ts';
import { isReached, referencePrice, triggerDirection } from './trigger-price.ts';

/** A conditional order that has passed all checks. */
export interface CheckedAlgo {
  readonly request: AlgoRequest;
  /** Null closes the position. */
  readonly quantity: Steps | null;
  readonly price: Ticks | null;
  readonly triggerPrice: Ticks | null;
  readonly activatePrice: Ticks | null;
  readonly callbackRate: Rate | null;
}

/** Checks a conditional order in the order of docs/exchange-simulator.md. It needs no margin before it triggers. */
export function checkAlgo(state: ExchangeState, account: AccountState, request: AlgoRequest): WireReply<CheckedAlgo> {
  if (!state.market.isListed(request.symbol, state.at)) return refuse('symbol');
  const symbolState = symbolStateOf(state, request.symbol);
  const form = formRefusal(account, request, symbolState);
  if (form !== null) return form;
  const read = readAlgo(limitsOf(state, symbolState), request);
  if (!read.ok) return read;
  const refusal =
    smallRefusal(state, symbolState, read.value) ??
    rangeRefusal(state, symbolState, read.value) ??
    clientIdRefusal(request.clientAlgoId, account.algos.values(), ({ row }) => row.clientAlgoId) ??
    (account.algos.size >= ALGOS_MAX ? refuse('stopOrdersMax') : null) ??
    positionSideRefusal(account, request.positionSide) ??
    closeRefusal(request) ??
    secondCloseRefusal(account, request) ??
    triggerRefusal(state, read.value) ??
    statusRefusal(state, targetOf({ ...request, reduceOnly: isReducing(request) })) ??
    priceMatchRefusal(request, null) ??
    goodTillDateRefusal(state, request.timeInForce, request.goodTillDate);
  return refusal ?? read;
}

/** Whether the order it becomes can only make a position smaller. */
export function isReducing({ reduceOnly, closePosition }: Pick<AlgoRequest, 'reduceOnly' | 'closePosition'>): boolean {
  return reduceOnly === true || closePosition === true;
}

function formRefusal(account: AccountState, request: AlgoRequest, { listed }: SymbolState): Refusal {
  const { tick, step } = listed.instrument;
  const { price, priceMatch, timeInForce, goodTillDate, quantity, triggerPrice, activatePrice } = request;
  if (quantity === null && request.closePosition !== true) return refuse('mandatory', 'quantity');
  if (timeInForce === 'GTD' && goodTillDate === null) return refuse('mandatory', 'goodTillDate');
  if (timeInForce !== 'GTD' && goodTillDate !== null && goodTillDate !== 0) return refuse('unwanted', 'goodTillDate');
  if (priceMatch !== null && priceMatch !== 'NONE' && price !== null) return refuse('unwanted', 'price');
  return (
    reduceOnlyUnwanted(account, request.closePosition === true ? null : request.reduceOnly) ??
    precisionRefusal(price, tick) ??
    precisionRefusal(triggerPrice, tick) ??
    precisionRefusal(activatePrice, tick) ??
    precisionRefusal(quantity, step)
  );
}

function readAlgo(limits: Limits, request: AlgoRequest): WireReply<CheckedAlgo> {
  const isLimit = request.type === 'STOP' || request.type === 'TAKE_PROFIT';
  const price = request.price === null ? accept(null) : readLimitPrice(limits, request.price);
  if (!price.ok) return price;
  const quantity =
    request.quantity === null
      ? accept(null)
      : readOrderQuantity(limits, request.quantity, isLimit ? 'limit' : 'market');
  if (!quantity.ok) return quantity;
  const trigger = request.triggerPrice === null ? accept(null) : readTrigger(limits, request.triggerPrice);
  if (!trigger.ok) return trigger;
  const activate = request.activatePrice === null ? accept(null) : readTrigger(limits, request.activatePrice);
  if (!activate.ok) return activate;
  const callback = readCallback(request);
  if (!callback.ok) return callback;
  return accept({
    request,
    quantity: quantity.value,
    price: isLimit ? price.value : null,
    triggerPrice: trigger.value,
    activatePrice: activate.value,
    callbackRate: callback.value,
  });
}

const CALLBACK_MIN = 100_000; // 0.1 %, as a rate.
const CALLBACK_MAX = 20_000_000;
const CALLBACK_STEP = 100_000;

/** -2007: a percentage from 0.1 to 20 in tenths. */
function readCallback({ type, callbackRate }: AlgoRequest): WireReply<Rate | null> {
  if (type !== 'TRAILING_STOP_MARKET') return accept(null);
  const count = callbackRate === null ? null : parseDecimal(callbackRate, 6);
  const isAllowed = count !== null && count >= CALLBACK_MIN && count <= CALLBACK_MAX && count % CALLBACK_STEP === 0;
  return isAllowed ? accept(rate(count)) : refuse('callbackRate');
}

function smallRefusal(state: ExchangeState, symbolState: SymbolState, algo: CheckedAlgo): Refusal {
  const { request, quantity, price, triggerPrice } = algo;
  const target = targetOf({ ...request, reduceOnly: isReducing(request) });
  if (target.reduceOnly || quantity === null) return null;
  return notionalRefusal(
    limitsOf(state, symbolState),
    price ?? triggerPrice ?? markPrice(state, request.symbol),
    quantity,
  );
}

/** -4210 and -4211 for a trigger far from the mark; -4183 and -4184 for a limit far from its trigger. */
function rangeRefusal(
  state: ExchangeState,
  { listed }: SymbolState,
  { request, price, triggerPrice }: CheckedAlgo,
): Refusal {
  if (triggerPrice === null) return null;
  const mark = markPrice(state, request.symbol);
  if (triggerPrice > scaledPrice(mark, TRIGGER_FACTORS.up, 'floor')) return refuse('stopAboveCap');
  if (triggerPrice < scaledPrice(mark, TRIGGER_FACTORS.down, 'ceil')) return refuse('stopBelowFloor');
  if (price === null) return null;
  const isBuy = request.side === 'BUY';
  if (isBuy && price > scaledPrice(triggerPrice, listed.multiplierUp, 'floor')) return refuse('limitAboveStopCap');
  if (!isBuy && price < scaledPrice(triggerPrice, listed.multiplierDown, 'ceil')) return refuse('limitBelowStopFloor');
  return null;
}

/** An order with closePosition has no quantity, no reduceOnly, and cannot open a position. */
function closeRefusal({ closePosition, quantity, reduceOnly, type, side, positionSide }: AlgoRequest): Refusal {
  if (closePosition !== true) return null;
  if (quantity !== null && Number(quantity) !== 0) return refuse('closeWithQuantity');
  if (reduceOnly !== null) return refuse('closeWithReduceOnly');
  if (type !== 'STOP_MARKET' && type !== 'TAKE_PROFIT_MARKET') return refuse('closeStrategy', type);
  const opens = (side === 'BUY' && positionSide === 'LONG') || (side === 'SELL' && positionSide === 'SHORT');
  return opens ? refuse('reduceOnlyRejected') : null;
}

/** -4130: an open order with closePosition of the same type and direction. A stop and a take-profit may wait together. */
function secondCloseRefusal({ algos }: AccountState, request: AlgoRequest): Refusal {
  if (request.closePosition !== true) return null;
  const { symbol, side, type, positionSide } = request;
  for (const { row } of algos.values()) {
    const isSame = row.symbol === symbol && row.side === side && row.orderType === type;
    if (isSame && row.closePosition && row.positionSide === (positionSide ?? 'BOTH')) return refuse('closeStands');
  }
  return null;
}

/** -2021: it would trigger at once. -4135: a trailing stop whose activation price has already been passed. */
function triggerRefusal(state: ExchangeState, { request, triggerPrice, activatePrice }: CheckedAlgo): Refusal {
  const { type, side, symbol } = request;
  const price = referencePrice(state, symbol, request.workingType ?? 'CONTRACT_PRICE');
  if (price === null) return null;
  if (type === 'TRAILING_STOP_MARKET') {
    if (activatePrice === null) return null;
    const isAhead = side === 'SELL' ? activatePrice > price : activatePrice < price;
    return isAhead ? null : refuse('activationPrice');
  }
  if (triggerPrice === null) return refuse('mandatory', 'triggerPrice');
  return isReached(price, triggerPrice, triggerDirection(type, side)) ? refuse('wouldTrigger') : null;
}
