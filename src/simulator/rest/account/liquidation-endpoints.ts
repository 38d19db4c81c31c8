import { DAY_MS } from '#base/time.ts';
import type { PositionView } from '../../exchange/rows.ts';
import { accept, refuse } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { choice, optional, pastRows, readParams } from '../http/read-params.ts';
import { presentListed } from '../orders/present-order.ts';
import { contractOf, listedSymbol, look } from './account-call.ts';

const LIMIT = { usual: 50, most: 100 } as const;
/** The period searched when no start is sent. */
const SPAN_MS = 7 * DAY_MS;
/** Orders are searched among at most this many. */
const ORDERS_LOOKED_AT = 1_000_000;

/**
 * Liquidations, and what limits an account. There is no auto-deleveraging here, and there are no rules that lock an account
 * or a symbol.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api
 */
export const liquidationEndpoints: readonly Endpoint[] = [
  query('/fapi/v1/forceOrders', (params) => (params.has('symbol') ? 20 : 50), forceOrders),
  query('/fapi/v1/adlQuantile', 5, adlQuantile),
  query('/fapi/v1/apiTradingStatus', (params) => (params.has('symbol') ? 1 : 10), tradingStatus),
];

function query(path: string, weight: Endpoint['weight'], handle: Endpoint['handle']): Endpoint {
  return { method: 'GET', path, security: 'user-data', weight, handle };
}

/** The orders with which the exchange has closed positions. */
function forceOrders(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: optional(listedSymbol(call)),
    autoCloseType: optional(choice(['LIQUIDATION', 'ADL'])),
    ...pastRows(LIMIT.usual, LIMIT.most),
  });
  if (!read.ok) return read;
  const { symbol, autoCloseType, startTime, endTime, limit } = read.value;
  if (startTime !== null && endTime !== null && startTime > endTime) return refuse('timeOrder');
  if (autoCloseType === 'ADL') return accept([]);
  const from = startTime ?? (endTime ?? call.simulation.now()) - SPAN_MS;
  const wanted = { symbol, from, to: endTime, fromId: null, limit: ORDERS_LOOKED_AT };
  const orders = look(call, (exchange, accountId) => exchange.orders(accountId, wanted));
  const closing = orders.filter(({ type }) => type === 'LIQUIDATION');
  const page = startTime === null ? closing.slice(-limit) : closing.slice(0, limit);
  return accept(page.map((row) => presentForced(call, row)));
}

/** The documented fields of these orders are fewer than those of others. */
function presentForced({ simulation }: EndpointCall, row: Parameters<typeof presentListed>[1]): object {
  const { priceProtect, priceMatch, selfTradePreventionMode, goodTillDate, activatePrice, priceRate, ...fields } =
    presentListed(contractOf(simulation, row.symbol).instrument, row);
  return fields;
}

/** The quantile of every position is the lowest one. */
function adlQuantile(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  if (!read.ok) return read;
  const views = look(call, (exchange, accountId) => exchange.positions(accountId, 'open', read.value.symbol));
  const held = views.filter(({ quantity }) => quantity !== 0);
  return accept(
    Array.from(
      Map.groupBy(held, ({ symbol }) => symbol),
      ([symbol, sides]) => ({
        symbol,
        adlQuantile: quantiles(sides),
      }),
    ),
  );
}

/** In hedge mode HEDGE only marks a cross position; otherwise it is called BOTH. */
function quantiles(sides: readonly PositionView[]): object {
  const isOneWay = sides.some(({ positionSide }) => positionSide === 'BOTH');
  const isCross = sides.some(({ marginType }) => marginType === 'CROSSED');
  return { LONG: 0, SHORT: 0, ...(isOneWay || !isCross ? { BOTH: 0 } : { HEDGE: 0 }) };
}

/** No indicator is measured, so none is listed. */
function tradingStatus(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  return read.ok ? accept({ indicators: {}, updateTime: call.simulation.now() }) : read;
}
