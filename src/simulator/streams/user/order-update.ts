import { cashText } from '#base/decimal.ts';
import { type Steps, steps, type Ticks, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { averagePrice, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { Execution } from '../../exchange/events.ts';
import type { AlgoOrder, ExchangeOrder, ExchangeTrade } from '../../exchange/rows.ts';
import { raw } from '../../rest/http/wire-json.ts';

/** The order event of `AccountEvent`. */
export interface OrderChange {
  readonly time: Instant;
  readonly execution: Execution;
  readonly order: ExchangeOrder;
  readonly trade: ExchangeTrade | null;
}

/**
 * `ORDER_TRADE_UPDATE`. Bid and ask notional, activation price and callback rate are zero: the first two are not kept
 * and the others belong to conditional orders, which have an event of their own.
 * Source: https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Order-Update
 */
export function orderUpdate({ time, execution, order, trade }: OrderChange, instrument: Instrument): object {
  const price = (value: Ticks | null): string => priceText(instrument, value ?? ticks(0));
  const quantity = (value: Steps): string => quantityText(instrument, value);
  return {
    e: 'ORDER_TRADE_UPDATE',
    E: time,
    T: time,
    o: {
      s: order.symbol,
      c: order.clientOrderId,
      S: order.side,
      o: order.type,
      f: order.timeInForce,
      q: quantity(order.quantity),
      p: price(order.price),
      ap: averageText(order, instrument),
      sp: price(order.stopPrice),
      x: execution,
      X: order.status,
      i: raw(order.orderId),
      l: quantity(trade?.quantity ?? ZERO_STEPS),
      z: quantity(order.executed),
      L: price(trade?.price ?? null),
      N: 'USDT',
      n: cashText(trade?.commission ?? ZERO_CASH),
      T: time,
      t: trade?.tradeId ?? 0,
      b: '0',
      a: '0',
      m: trade?.isMaker ?? false,
      R: order.reduceOnly,
      wt: order.workingType,
      ot: order.originalType,
      ps: order.positionSide,
      cp: order.closePosition,
      AP: '0',
      cr: '0',
      pP: order.priceProtect,
      si: 0,
      ss: 0,
      rp: cashText(trade?.realized ?? ZERO_CASH),
      V: order.selfTradePreventionMode,
      pm: order.priceMatch,
      gtd: order.goodTillDate,
      er: order.expiryReason,
    },
  };
}

/** `TRADE_LITE`: a short message about a fill, sent before all others. */
export function tradeLite(order: ExchangeOrder, trade: ExchangeTrade, instrument: Instrument): object {
  return {
    e: 'TRADE_LITE',
    E: trade.time,
    T: trade.time,
    s: order.symbol,
    q: quantityText(instrument, order.quantity),
    p: priceText(instrument, order.price ?? ticks(0)),
    m: trade.isMaker,
    c: order.clientOrderId,
    S: order.side,
    L: priceText(instrument, trade.price),
    l: quantityText(instrument, trade.quantity),
    t: trade.tradeId,
    i: raw(order.orderId),
  };
}

/**
 * `ALGO_UPDATE`: the life of a conditional order.
 *
 * @param order - the order that it placed; null before that
 */
export function algoUpdate(
  time: Instant,
  algo: AlgoOrder,
  instrument: Instrument,
  order: ExchangeOrder | null,
): object {
  const price = (value: Ticks | null): string => priceText(instrument, value ?? ticks(0));
  return {
    e: 'ALGO_UPDATE',
    T: time,
    E: time,
    o: {
      caid: algo.clientAlgoId,
      aid: raw(algo.algoId),
      at: 'CONDITIONAL',
      o: algo.orderType,
      s: algo.symbol,
      S: algo.side,
      ps: algo.positionSide,
      f: algo.timeInForce,
      q: quantityText(instrument, algo.quantity ?? steps(0)),
      X: algo.status,
      ai: algo.orderId ?? '',
      ap: order === null ? '0' : averageText(order, instrument),
      aq: order === null ? '0' : quantityText(instrument, order.executed),
      act: order?.type ?? '0',
      tp: price(algo.triggerPrice),
      p: price(algo.price),
      V: algo.selfTradePreventionMode,
      wt: algo.workingType,
      pm: algo.priceMatch,
      cp: algo.closePosition,
      pP: algo.priceProtect,
      R: algo.reduceOnly,
      tt: algo.triggeredAt ?? 0,
      gtd: algo.goodTillDate,
      rm: algo.rejectReason,
      ia: algo.isActivated,
    },
  };
}

function averageText({ executed, executedCost }: ExchangeOrder, instrument: Instrument): string {
  return executed === 0 ? '0' : cashText(averagePrice(instrument, executedCost, executed));
}
