import type { OrderName } from '../../exchange/commands.ts';
import type { AlgoOrder, ExchangeOrder } from '../../exchange/rows.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { command, contractOf, listedSymbol, look } from '../account/account-call.ts';
import { HISTORY_LIMIT, readHistoryPeriod } from '../account/history-period.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { choice, idParam, optional, pastRows, readParams, text } from '../http/read-params.ts';
import { raw } from '../http/wire-json.ts';
import { readAlgo } from './algo-form.ts';
import { presentAlgo, presentListedAlgo, presentQueriedAlgo } from './present-algo.ts';

const ALL_SYMBOLS_WEIGHT = 40;

/**
 * Conditional orders, which have had calls of their own since December 2025.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/New-Algo-Order
 */
export const algoEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/fapi/v1/algoOrder',
    security: 'trade',
    weight: 0,
    orders: { tenSeconds: 1, minute: 1 },
    handle: placeAlgo,
  },
  { method: 'GET', path: '/fapi/v1/algoOrder', security: 'user-data', weight: 1, handle: queryAlgo },
  { method: 'DELETE', path: '/fapi/v1/algoOrder', security: 'trade', weight: 1, handle: cancelAlgo },
  {
    method: 'GET',
    path: '/fapi/v1/openAlgoOrders',
    security: 'user-data',
    weight: (params) => (params.has('symbol') ? 1 : ALL_SYMBOLS_WEIGHT),
    handle: openAlgos,
  },
  { method: 'GET', path: '/fapi/v1/allAlgoOrders', security: 'user-data', weight: 5, handle: allAlgos },
  { method: 'DELETE', path: '/fapi/v1/algoOpenOrders', security: 'trade', weight: 1, handle: cancelAllAlgos },
];

async function placeAlgo(call: EndpointCall): Promise<EndpointAnswer> {
  const request = readAlgo(call);
  if (!request.ok) return request;
  const reply = await command(call, { type: 'place-algo', request: request.value });
  if (!reply.ok) return reply;
  const row = algoOf(reply.value.algo);
  return accept(presentAlgo(contractOf(call.simulation, row.symbol).instrument, row));
}

function algoOf(row: AlgoOrder | undefined): AlgoOrder {
  if (row === undefined)
    throw new Error('Internal error: expected that a command about a conditional order returns it');
  return row;
}

function readName(call: EndpointCall): WireReply<OrderName> {
  const read = readParams(call.params, { algoId: optional(idParam), clientAlgoId: optional(text) });
  if (!read.ok) return read;
  const { algoId, clientAlgoId } = read.value;
  if (algoId === null && clientAlgoId === null) return refuse('eitherMandatory', 'algoId', 'clientAlgoId');
  return accept({ id: algoId, clientId: clientAlgoId });
}

function queryAlgo(call: EndpointCall): EndpointAnswer {
  const name = readName(call);
  if (!name.ok) return name;
  const reply = look(call, (exchange, accountId) => exchange.algo(accountId, name.value));
  if (!reply.ok) return reply;
  const { instrument } = contractOf(call.simulation, reply.value.symbol);
  return accept(presentQueriedAlgo(instrument, reply.value, childOf(call, reply.value)));
}

/** The order that a conditional order placed; null before that, and once it has been dropped. */
function childOf(call: EndpointCall, { symbol, orderId }: AlgoOrder): ExchangeOrder | null {
  if (orderId === null) return null;
  const reply = look(call, (exchange, accountId) => exchange.order(accountId, symbol, { id: orderId, clientId: null }));
  return reply.ok ? reply.value : null;
}

async function cancelAlgo(call: EndpointCall): Promise<EndpointAnswer> {
  const name = readName(call);
  if (!name.ok) return name;
  const reply = await command(call, { type: 'cancel-algo', algo: name.value });
  if (!reply.ok) return reply;
  const { algoId, clientAlgoId } = algoOf(reply.value.algo);
  return accept({ algoId: raw(algoId), clientAlgoId, code: '200', msg: 'success' });
}

async function cancelAllAlgos(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { symbol: listedSymbol(call) });
  if (!read.ok) return read;
  const reply = await command(call, { type: 'cancel-all-algo', symbol: read.value.symbol });
  return reply.ok ? accept({ code: 200, msg: 'The operation of cancel all open order is done.' }) : reply;
}

function presented(call: EndpointCall, rows: readonly AlgoOrder[]): readonly object[] {
  return rows.map((row) => {
    const { instrument } = contractOf(call.simulation, row.symbol);
    return presentListedAlgo(instrument, row, childOf(call, row));
  });
}

function openAlgos(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    algoType: optional(choice(['CONDITIONAL'])),
    symbol: optional(listedSymbol(call)),
    algoId: optional(idParam),
  });
  if (!read.ok) return read;
  const { symbol, algoId } = read.value;
  const rows = look(call, (exchange, accountId) => exchange.openAlgos(accountId, symbol));
  return accept(presented(call, algoId === null ? rows : rows.filter((row) => row.algoId === algoId)));
}

function allAlgos(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    algoId: optional(idParam),
    ...pastRows(HISTORY_LIMIT.usual, HISTORY_LIMIT.most),
  });
  if (!read.ok) return read;
  const { symbol, algoId, limit } = read.value;
  const period = readHistoryPeriod(call, read.value, algoId);
  if (!period.ok) return period;
  const { since, ...times } = period.value;
  const wanted = { symbol, ...times, fromId: algoId, limit };
  const rows = look(call, (exchange, accountId) => exchange.algos(accountId, wanted));
  const young = rows.filter((row) => row.createdAt >= since);
  return accept(presented(call, young));
}
