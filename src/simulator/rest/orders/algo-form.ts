import type { AlgoRequest } from '../../exchange/commands.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { listedSymbol } from '../account/account-call.ts';
import type { EndpointCall } from '../http/endpoint.ts';
import { choice, decimalParam, flag, optional, readParams, text, time } from '../http/read-params.ts';
import { hasPriceMatch } from './order-form.ts';
import {
  CONDITIONAL_TIMES_IN_FORCE,
  CONDITIONAL_TYPES,
  POSITION_SIDES,
  PRICE_MATCHES,
  RESPONSE_TYPES,
  SELF_TRADE_PREVENTIONS,
  SIDES,
  WORKING_TYPES,
} from './order-words.ts';

/** Reads a conditional order; the exchange checks it against its filters. */
export function readAlgo(call: EndpointCall): WireReply<AlgoRequest> {
  const read = readParams(call.params, {
    algoType: choice(['CONDITIONAL']),
    symbol: listedSymbol(call),
    side: choice(SIDES, 'side'),
    type: choice(CONDITIONAL_TYPES, 'orderType'),
    positionSide: optional(choice(POSITION_SIDES, 'positionSideInvalid')),
    timeInForce: optional(choice(CONDITIONAL_TIMES_IN_FORCE, 'timeInForce')),
    quantity: optional(decimalParam),
    price: optional(decimalParam),
    triggerPrice: optional(decimalParam),
    workingType: optional(choice(WORKING_TYPES, 'workingType')),
    priceMatch: optional(choice(PRICE_MATCHES, 'priceMatchInvalid')),
    closePosition: optional(flag),
    priceProtect: optional(flag),
    reduceOnly: optional(flag),
    activatePrice: optional(decimalParam),
    callbackRate: optional(decimalParam),
    clientAlgoId: optional(text),
    newOrderRespType: optional(choice(RESPONSE_TYPES, 'responseType')),
    selfTradePreventionMode: optional(choice(SELF_TRADE_PREVENTIONS, 'selfTradePrevention')),
    goodTillDate: optional(time),
  });
  if (!read.ok) return read;
  const { algoType: _only, newOrderRespType: _same, ...request } = read.value;
  const { wanted, unwanted } = shapeOf(request);
  const missing = wanted.find((name) => !call.params.has(name));
  if (missing !== undefined) return refuse('mandatory', missing);
  const surplus = unwanted.find((name) => call.params.has(name));
  return surplus === undefined ? accept(request) : refuse('unwanted', surplus);
}

interface Shape {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Parameters that a type of conditional order requires and forbids. */
function shapeOf(request: AlgoRequest): Shape {
  const quantity = request.closePosition === true ? [] : ['quantity'];
  const trailing = ['activatePrice', 'callbackRate'];
  switch (request.type) {
    case 'STOP':
    case 'TAKE_PROFIT': {
      const price = hasPriceMatch(request) ? [] : ['price'];
      return { wanted: ['triggerPrice', ...price, ...quantity], unwanted: trailing };
    }
    case 'STOP_MARKET':
    case 'TAKE_PROFIT_MARKET':
      return { wanted: ['triggerPrice', ...quantity], unwanted: ['price', ...trailing] };
    case 'TRAILING_STOP_MARKET':
      return { wanted: ['callbackRate', ...quantity], unwanted: ['price', 'triggerPrice'] };
  }
}
