import { steps, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { parsePrice, parseQuantity } from '#engine/model/instrument.ts';
import type { OrderName, OrderRequest } from '../../exchange/commands.ts';
import type { CommandValue } from '../../exchange/exchange.ts';
import type { ExchangeOrder } from '../../exchange/rows.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { command, contractOf, listedSymbol, look } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall, OrderCount } from '../http/endpoint.ts';
import type { RequestParams } from '../http/params.ts';
import {
  choice,
  decimalParam,
  idParam,
  optional,
  otherwise,
  type Reader,
  readParams,
  text,
} from '../http/read-params.ts';
import { type OrderForm, readOrderForm } from './order-form.ts';
import { SIDES } from './order-words.ts';
import { orderAnswer, presentAcknowledged, presentAmended } from './present-order.ts';

/** One order counts in both windows. */
const ONE: OrderCount = { tenSeconds: 1, minute: 1 };

/**
 * Orders one at a time.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api
 */
export const orderEndpoints: readonly Endpoint[] = [
  { ...trade('POST', '/fapi/v1/order', 0, (call) => answerPlaceOrder(call, call.params)), orders: ONE },
  { ...trade('PUT', '/fapi/v1/order', 0, (call) => changeOrder(call, call.params)), orders: ONE },
  trade('DELETE', '/fapi/v1/order', 1, cancelOrder),
  trade('POST', '/fapi/v1/order/test', 0, testOrder),
  trade('DELETE', '/fapi/v1/allOpenOrders', 1, cancelAll),
];

function trade(method: Endpoint['method'], path: string, weight: number, handle: Endpoint['handle']): Endpoint {
  return { method, path, security: 'trade', weight, handle };
}

/** Places the order that the parameters describe: those of the call, or of one item of a batch. */
export async function answerPlaceOrder(call: EndpointCall, params: RequestParams): Promise<EndpointAnswer> {
  const form = readOrderForm(call, params);
  if (!form.ok) return form;
  const reply = await command(call, { type: 'place-order', request: form.value.request });
  return reply.ok ? accept(answerOf(call, form.value, orderInReply(reply.value))) : reply;
}

function answerOf({ simulation }: EndpointCall, { responseType }: OrderForm, row: ExchangeOrder): object {
  const { instrument } = contractOf(simulation, row.symbol);
  return responseType === 'RESULT' ? orderAnswer(instrument, row) : presentAcknowledged(instrument, row);
}

/** The order in the result of a command about an order. */
export function orderInReply({ order }: CommandValue): ExchangeOrder {
  if (order === undefined) throw new Error('Internal error: expected that a command about an order returns it');
  return order;
}

/** Returns what placing the order would return, without placing it. */
function testOrder(call: EndpointCall): EndpointAnswer {
  const form = readOrderForm(call, call.params);
  if (!form.ok) return form;
  const { request } = form.value;
  const reply = look(call, (exchange, accountId) => exchange.test(accountId, { type: 'place-order', request }));
  if (!reply.ok) return reply;
  return accept(orderAnswer(contractOf(call.simulation, request.symbol).instrument, imagined(call, request)));
}

/** The order as it would be accepted, without an id. */
function imagined({ simulation }: EndpointCall, request: OrderRequest): ExchangeOrder {
  const { instrument } = contractOf(simulation, request.symbol);
  const now = simulation.now();
  const { type, price, quantity } = request;
  return {
    orderId: '0',
    clientOrderId: request.clientOrderId ?? '',
    symbol: request.symbol,
    side: request.side,
    positionSide: request.positionSide ?? 'BOTH',
    type,
    originalType: type,
    timeInForce: request.timeInForce ?? 'GTC',
    status: 'NEW',
    price: price === null ? null : (parsePrice(instrument, price) ?? ticks(0)),
    stopPrice: null,
    quantity: quantity === null ? ZERO_STEPS : (parseQuantity(instrument, quantity) ?? steps(0)),
    executed: ZERO_STEPS,
    executedCost: ZERO_CASH,
    reduceOnly: request.reduceOnly ?? false,
    closePosition: false,
    workingType: 'CONTRACT_PRICE',
    priceProtect: false,
    priceMatch: request.priceMatch ?? 'NONE',
    selfTradePreventionMode: request.selfTradePreventionMode ?? 'NONE',
    goodTillDate: request.goodTillDate ?? 0,
    createdAt: now,
    updatedAt: now,
    algoId: null,
    expiryReason: '0',
  };
}

/** Changes price and quantity of a resting order: that of the call, or of one item of a batch. */
export async function changeOrder(call: EndpointCall, params: RequestParams): Promise<EndpointAnswer> {
  const read = readParams(params, {
    symbol: listedSymbol(call),
    side: choice(SIDES, 'side'),
    quantity: decimalParam,
    price: decimalParam,
    priceMatch: notOffered,
    modifyId: otherwise('0', idParam),
    ...NAMES,
  });
  if (!read.ok) return read;
  const named = nameOf(read.value);
  if (!named.ok) return named;
  const { symbol, side, quantity, price, modifyId } = read.value;
  const amount = { quantity, price, modifyId };
  const reply = await command(call, { type: 'modify-order', symbol, order: named.value, side, ...amount });
  if (!reply.ok) return reply;
  return accept(presentAmended(contractOf(call.simulation, symbol).instrument, orderInReply(reply.value), modifyId));
}

/** A change must name its price; price match is not supported here. */
const notOffered: Reader<null> = {
  isMandatory: false,
  read: (sent, name) => (sent === undefined || sent === 'NONE' ? accept(null) : refuse('unwanted', name)),
};

/** An order by either of its ids. */
const NAMES = { orderId: optional(idParam), origClientOrderId: optional(text) };

interface SentNames {
  readonly orderId: string | null;
  readonly origClientOrderId: string | null;
}

function nameOf({ orderId, origClientOrderId }: SentNames): WireReply<OrderName> {
  if (orderId === null && origClientOrderId === null) {
    return refuse('eitherMandatory', 'orderId', 'origClientOrderId');
  }
  return accept({ id: orderId, clientId: origClientOrderId });
}

/** Symbol and id of an order, as queries and cancellations send them. */
export function readName(call: EndpointCall): WireReply<{ readonly symbol: string; readonly name: OrderName }> {
  const read = readParams(call.params, { symbol: listedSymbol(call), ...NAMES });
  if (!read.ok) return read;
  const named = nameOf(read.value);
  return named.ok ? accept({ symbol: read.value.symbol, name: named.value }) : named;
}

async function cancelOrder(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readName(call);
  return read.ok ? cancelNamed(call, read.value.symbol, read.value.name) : read;
}

/** Cancels an order and returns it. */
export async function cancelNamed(call: EndpointCall, symbol: string, order: OrderName): Promise<EndpointAnswer> {
  const reply = await command(call, { type: 'cancel-order', symbol, order });
  if (!reply.ok) return reply;
  return accept(orderAnswer(contractOf(call.simulation, symbol).instrument, orderInReply(reply.value)));
}

/** Ordinary orders only; conditional orders have their own call. */
async function cancelAll(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, { symbol: listedSymbol(call) });
  if (!read.ok) return read;
  const reply = await command(call, { type: 'cancel-all', symbol: read.value.symbol });
  return reply.ok ? accept({ code: 200, msg: 'The operation of cancel all open order is done.' }) : reply;
}
