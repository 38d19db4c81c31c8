import { cashText } from '#base/decimal.ts';
import { ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { averagePrice, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { ExchangeOrder } from '../../exchange/rows.ts';
import { raw } from '../http/wire-json.ts';

/**
 * An order as the answer to placing or cancelling it.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api
 */
export function orderAnswer(instrument: Instrument, row: ExchangeOrder) {
  return { ...orderFields(instrument, row), cumQty: quantityText(instrument, row.executed), ...trailingFields() };
}

/** The same as accepted, before any fill: the response type ACK. */
export function presentAcknowledged(instrument: Instrument, row: ExchangeOrder) {
  return orderAnswer(instrument, { ...row, status: 'NEW', executed: ZERO_STEPS, executedCost: ZERO_CASH });
}

/** An order as the answer to changing it. */
export function presentAmended(instrument: Instrument, row: ExchangeOrder, modifyId: string) {
  const fields = orderFields(instrument, row);
  return { ...fields, cumQty: quantityText(instrument, row.executed), pair: row.symbol, modifyId: raw(modifyId) };
}

/** An order as queries return it. */
export function presentQueried(instrument: Instrument, row: ExchangeOrder) {
  return { ...orderFields(instrument, row), ...trailingFields(), time: row.createdAt };
}

/** An order as in the list of all orders, with fields that matter only for coin-margined contracts. */
export function presentListed(instrument: Instrument, row: ExchangeOrder) {
  return { ...presentQueried(instrument, row), pair: row.symbol, cumBase: '0' };
}

function orderFields(instrument: Instrument, row: ExchangeOrder) {
  const price = (value: ExchangeOrder['price']): string => priceText(instrument, value ?? ticks(0));
  const isFilled = row.executed > 0;
  return {
    orderId: raw(row.orderId),
    symbol: row.symbol,
    status: row.status,
    clientOrderId: row.clientOrderId,
    price: price(row.price),
    avgPrice: cashText(isFilled ? averagePrice(instrument, row.executedCost, row.executed) : ZERO_CASH),
    origQty: quantityText(instrument, row.quantity),
    executedQty: quantityText(instrument, row.executed),
    cumQuote: cashText(row.executedCost),
    timeInForce: row.timeInForce,
    type: classicType(row.type),
    reduceOnly: row.reduceOnly,
    closePosition: row.closePosition,
    side: row.side,
    positionSide: row.positionSide,
    stopPrice: price(row.stopPrice),
    workingType: row.workingType,
    priceProtect: row.priceProtect,
    origType: classicType(row.originalType),
    priceMatch: row.priceMatch,
    selfTradePreventionMode: row.selfTradePreventionMode,
    goodTillDate: row.goodTillDate,
    updateTime: row.updatedAt,
  };
}

/** Fields of trailing stops, which are conditional orders now, so they are always empty here. */
function trailingFields() {
  return { activatePrice: '0', priceRate: '0' };
}

/** REST reports a liquidation order as LIMIT; only the user stream names it. */
function classicType<Type extends string>(type: Type | 'LIQUIDATION'): Type | 'LIMIT' {
  return type === 'LIQUIDATION' ? 'LIMIT' : type;
}
