import { cashText } from '#base/decimal.ts';
import { DAY_MS } from '#base/time.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import type { ExchangeOrder, ExchangeTrade, IncomeRow } from '../../exchange/rows.ts';
import { accept, refuse } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { choice, idParam, integer, optional, otherwise, pastRows, readParams } from '../http/read-params.ts';
import { raw } from '../http/wire-json.ts';
import { readName } from '../orders/order-endpoints.ts';
import { presentListed, presentQueried } from '../orders/present-order.ts';
import { contractOf, listedSymbol, look } from './account-call.ts';
import { HISTORY_LIMIT, readHistoryPeriod } from './history-period.ts';

const ALL_SYMBOLS_WEIGHT = 40;

/**
 * Queries about past orders, trades and income.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api
 */
export const historyEndpoints: readonly Endpoint[] = [
  query('/fapi/v1/order', 1, queryOrder),
  query('/fapi/v1/openOrder', 1, queryOpenOrder),
  query('/fapi/v1/openOrders', (params) => (params.has('symbol') ? 1 : ALL_SYMBOLS_WEIGHT), openOrders),
  query('/fapi/v1/allOrders', 5, allOrders),
  query('/fapi/v1/userTrades', 5, userTrades),
  query('/fapi/v1/income', 30, income),
];

function query(path: string, weight: Endpoint['weight'], handle: Endpoint['handle']): Endpoint {
  return { method: 'GET', path, security: 'user-data', weight, handle };
}

function queryOrder(call: EndpointCall): EndpointAnswer {
  const read = readName(call);
  if (!read.ok) return read;
  const { symbol, name } = read.value;
  const reply = look(call, (exchange, accountId) => exchange.order(accountId, symbol, name));
  return reply.ok ? accept(presentQueried(contractOf(call.simulation, symbol).instrument, reply.value)) : reply;
}

function queryOpenOrder(call: EndpointCall): EndpointAnswer {
  const read = readName(call);
  if (!read.ok) return read;
  const { symbol, name } = read.value;
  const open = look(call, (exchange, accountId) => exchange.openOrders(accountId, symbol));
  const row = open.find((order) =>
    name.id === null ? order.clientOrderId === name.clientId : order.orderId === name.id,
  );
  if (row === undefined) return refuse('orderUnknown');
  return accept(presentQueried(contractOf(call.simulation, symbol).instrument, row));
}

function openOrders(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
  if (!read.ok) return read;
  const rows = look(call, (exchange, accountId) => exchange.openOrders(accountId, read.value.symbol));
  return accept(present(call, rows, presentQueried));
}

function present(call: EndpointCall, rows: readonly ExchangeOrder[], how: typeof presentQueried): readonly object[] {
  return rows.map((row) => how(contractOf(call.simulation, row.symbol).instrument, row));
}

function allOrders(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: optional(listedSymbol(call)),
    orderId: optional(idParam),
    ...pastRows(HISTORY_LIMIT.usual, HISTORY_LIMIT.most),
  });
  if (!read.ok) return read;
  const { symbol, orderId, limit } = read.value;
  const period = readHistoryPeriod(call, read.value, orderId);
  if (!period.ok) return period;
  const { since, ...times } = period.value;
  const wanted = { symbol, ...times, fromId: orderId, limit };
  const rows = look(call, (exchange, accountId) => exchange.orders(accountId, wanted));
  const young = rows.filter((row) => row.createdAt >= since);
  return accept(present(call, young, presentListed));
}

/** Trades of one order are searched among at most this many of its symbol. */
const TRADES_LOOKED_AT = 1_000_000;

function userTrades(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    orderId: optional(idParam),
    fromId: optional(idParam),
    ...pastRows(HISTORY_LIMIT.usual, HISTORY_LIMIT.most),
  });
  if (!read.ok) return read;
  const { symbol, orderId, fromId, limit, startTime, endTime } = read.value;
  if (fromId !== null && (startTime !== null || endTime !== null)) return refuse('paramCombination');
  const period = readHistoryPeriod(call, read.value, fromId ?? orderId);
  if (!period.ok) return period;
  const { since, ...times } = period.value;
  const wanted = { symbol, ...times, fromId, limit: orderId === null ? limit : TRADES_LOOKED_AT };
  const rows = look(call, (exchange, accountId) => exchange.trades(accountId, wanted));
  const young = rows.filter((row) => row.time >= since && (orderId === null || row.orderId === orderId));
  return accept(young.slice(0, limit).map((row) => presentUserTrade(call.simulation, row)));
}

/** A trade as its account is told of it. */
export function presentUserTrade(simulation: EndpointCall['simulation'], row: ExchangeTrade) {
  const { instrument } = contractOf(simulation, row.symbol);
  const quantity = quantityText(instrument, row.quantity);
  return {
    symbol: row.symbol,
    pair: row.symbol,
    id: row.tradeId,
    orderId: raw(row.orderId),
    side: row.side,
    price: priceText(instrument, row.price),
    qty: quantity,
    baseQty: quantity,
    realizedPnl: cashText(row.realized),
    marginAsset: 'USDT',
    quoteQty: cashText(row.quoteQuantity),
    commission: cashText(row.commission),
    commissionAsset: 'USDT',
    time: row.time,
    positionSide: row.positionSide,
    buyer: row.side === 'BUY',
    maker: row.isMaker,
  };
}

const INCOME_LIMIT = { usual: 100, most: 1_000 } as const;
const PAGES_MAX = 1_000;
/** The period searched when no time is sent. */
const INCOME_SPAN_MS = 7 * DAY_MS;
/** The income types that occur here. The exchange has more; a query for one of those finds nothing. */
const INCOME_TYPES = ['TRANSFER', 'REALIZED_PNL', 'FUNDING_FEE', 'COMMISSION', 'INSURANCE_CLEAR'] as const;

function income(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: optional(listedSymbol(call)),
    incomeType: optional(choice(INCOME_TYPES)),
    page: otherwise(1, integer(1, PAGES_MAX)),
    ...pastRows(INCOME_LIMIT.usual, INCOME_LIMIT.most),
  });
  if (!read.ok) return read;
  const { symbol, incomeType, startTime, endTime, page, limit } = read.value;
  if (startTime !== null && endTime !== null && startTime > endTime) return refuse('timeOrder');
  const from = startTime ?? (endTime ?? call.simulation.now()) - INCOME_SPAN_MS;
  const wanted = { symbol, incomeType, from, to: endTime, fromId: null, limit: page * limit };
  const rows = look(call, (exchange, accountId) => exchange.income(accountId, wanted));
  return accept(rows.slice((page - 1) * limit).map(presentIncome));
}

function presentIncome(row: IncomeRow) {
  return {
    symbol: row.symbol,
    incomeType: row.incomeType,
    income: cashText(row.income),
    asset: 'USDT',
    info: row.info,
    time: row.time,
    tranId: raw(row.transactionId),
    tradeId: row.tradeId,
  };
}
