import { cashText, percentText } from '#base/decimal.ts';
import { type Ticks, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { averagePrice, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AlgoOrder, ExchangeOrder } from '../../exchange/rows.ts';
import { raw } from '../http/wire-json.ts';

/**
 * A conditional order as the answer to placing it.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/New-Algo-Order
 */
export function presentAlgo(instrument: Instrument, row: AlgoOrder) {
  const price = (value: Ticks | null): string => priceText(instrument, value ?? ticks(0));
  return {
    algoId: raw(row.algoId),
    clientAlgoId: row.clientAlgoId,
    algoType: 'CONDITIONAL',
    orderType: row.orderType,
    symbol: row.symbol,
    side: row.side,
    positionSide: row.positionSide,
    timeInForce: row.timeInForce,
    quantity: quantityText(instrument, row.quantity ?? ZERO_STEPS),
    algoStatus: row.status,
    triggerPrice: price(row.triggerPrice),
    price: price(row.price),
    icebergQuantity: null,
    selfTradePreventionMode: row.selfTradePreventionMode,
    workingType: row.workingType,
    priceMatch: row.priceMatch,
    closePosition: row.closePosition,
    priceProtect: row.priceProtect,
    reduceOnly: row.reduceOnly,
    activatePrice: row.activatePrice === null ? '' : price(row.activatePrice),
    callbackRate: row.callbackRate === null ? '' : percentText(row.callbackRate),
    createTime: row.createdAt,
    updateTime: row.updatedAt,
    triggerTime: row.triggeredAt ?? 0,
    goodTillDate: row.goodTillDate,
  };
}

/**
 * A conditional order as queries return it.
 * @param order - the order that it placed; null before it triggers
 */
export function presentQueriedAlgo(instrument: Instrument, row: AlgoOrder, order: ExchangeOrder | null) {
  const executed = order?.executed ?? ZERO_STEPS;
  const average = order !== null && executed > 0 ? averagePrice(instrument, order.executedCost, executed) : ZERO_CASH;
  return {
    ...presentAlgo(instrument, row),
    actualOrderId: row.orderId ?? '',
    actualPrice: cashText(average),
    actualQty: quantityText(instrument, executed),
    actualType: order?.type ?? '',
    tpOrderType: '',
  };
}

/** The same in a list, which adds the fields of orders with both exits; they are never set here. */
export function presentListedAlgo(instrument: Instrument, row: AlgoOrder, order: ExchangeOrder | null) {
  const none = priceText(instrument, ticks(0));
  const exits = { tpTriggerPrice: none, tpPrice: none, slTriggerPrice: none, slPrice: none };
  return { ...presentQueriedAlgo(instrument, row, order), ...exits };
}
