import type { OrderRequest } from '../../exchange/commands.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { listedSymbol } from '../account/account-call.ts';
import type { EndpointCall } from '../http/endpoint.ts';
import type { RequestParams } from '../http/params.ts';
import {
  choice,
  decimalParam,
  flag,
  optional,
  otherwise,
  type Reader,
  readParams,
  text,
  time,
} from '../http/read-params.ts';
import {
  CLASSIC_TYPES,
  CONDITIONAL_TYPES,
  POSITION_SIDES,
  PRICE_MATCHES,
  RESPONSE_TYPES,
  SELF_TRADE_PREVENTIONS,
  SIDES,
  TIMES_IN_FORCE,
} from './order-words.ts';

/** A requested order, and the response type. */
export interface OrderForm {
  readonly request: OrderRequest;
  readonly responseType: (typeof RESPONSE_TYPES)[number];
}

/** Parameters of conditional orders, which ordinary orders refuse. */
const CONDITIONAL_ONLY = ['stopPrice', 'triggerPrice', 'activationPrice', 'activatePrice', 'callbackRate'] as const;

/**
 * Reads an ordinary order: checks the form of words and decimals, and that mandatory parameters are present and
 * unwanted ones are not. The exchange checks it against the symbol's filters.
 */
export function readOrderForm(call: Pick<EndpointCall, 'simulation'>, params: RequestParams): WireReply<OrderForm> {
  const read = readParams(params, {
    symbol: listedSymbol(call),
    side: choice(SIDES, 'side'),
    type: classicType,
    positionSide: optional(choice(POSITION_SIDES, 'positionSideInvalid')),
    timeInForce: optional(choice(TIMES_IN_FORCE, 'timeInForce')),
    quantity: optional(decimalParam),
    price: optional(decimalParam),
    reduceOnly: optional(flag),
    newClientOrderId: optional(text),
    newOrderRespType: otherwise('ACK', choice(RESPONSE_TYPES, 'responseType')),
    priceMatch: optional(choice(PRICE_MATCHES, 'priceMatchInvalid')),
    selfTradePreventionMode: optional(choice(SELF_TRADE_PREVENTIONS, 'selfTradePrevention')),
    goodTillDate: optional(time),
    closePosition: otherwise(false, flag),
  });
  if (!read.ok) return read;
  const { newClientOrderId, newOrderRespType, closePosition, ...rest } = read.value;
  if (closePosition) return refuse('closeStrategy', rest.type);
  const request: OrderRequest = { ...rest, clientOrderId: newClientOrderId };
  const shaped = checkShape(request, params);
  return shaped.ok ? accept({ request, responseType: newOrderRespType }) : shaped;
}

/** Types of conditional orders are recognised, but refused, because they have their own call now. */
const classicType: Reader<OrderRequest['type']> = {
  isMandatory: true,
  read: (sent, name) => {
    if (CONDITIONAL_TYPES.some((type) => type === sent)) return refuse('conditionalOnClassic');
    return choice(CLASSIC_TYPES, 'orderType').read(sent, name);
  },
};

function checkShape(request: OrderRequest, params: RequestParams): WireReply<null> {
  const wanted = request.type === 'LIMIT' ? wantedOfLimit(request) : ['quantity'];
  const missing = wanted.find((name) => !params.has(name));
  if (missing !== undefined) return refuse('mandatory', missing);
  const unwanted = unwantedNames(request).find((name) => params.has(name));
  return unwanted === undefined ? accept(null) : refuse('unwanted', unwanted);
}

function wantedOfLimit(request: OrderRequest): readonly string[] {
  return hasPriceMatch(request) ? ['timeInForce', 'quantity'] : ['timeInForce', 'quantity', 'price'];
}

function unwantedNames({ type }: OrderRequest): readonly string[] {
  return type === 'MARKET' ? ['timeInForce', 'price', ...CONDITIONAL_ONLY] : CONDITIONAL_ONLY;
}

/** Whether the price is taken from the order book. */
export function hasPriceMatch({ priceMatch }: Pick<OrderRequest, 'priceMatch'>): boolean {
  return priceMatch !== null && priceMatch !== 'NONE';
}
