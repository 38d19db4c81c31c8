import { at } from '#base/assert.ts';

/**
 * A refusal as the exchange sends it: `{"code": …, "msg": …}` under an HTTP status. Source of codes and texts:
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/error-code
 */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly status: number;
  /** Seconds to wait, for 429 and 418. */
  readonly retryAfterS?: number;
}

interface Row {
  readonly code: number;
  /** `%s` stands for an argument. */
  readonly text: string;
  /** 400 by default. */
  readonly status?: number;
}

/** Every refusal of the simulated exchange. The tests provoke each of them over the wire. */
export const WIRE_ERRORS = {
  // Security, in the order in which it is checked.
  keyFormat: { code: -2014, text: 'API-key format invalid.', status: 401 },
  keyUnknown: { code: -2015, text: 'Invalid API-key, IP, or permissions for action.', status: 401 },
  signatureWrong: { code: -1022, text: 'Signature for this request is not valid.' },
  timestampAhead: { code: -1021, text: "Timestamp for this request was 1000ms ahead of the server's time." },
  timestampOutside: { code: -1021, text: 'Timestamp for this request is outside of the recvWindow.' },
  keyKind: { code: -4056, text: 'Invalid api key type.' },
  // Form of the request.
  jsonInvalid: { code: -1135, text: 'Invalid JSON Request' },
  methodUnknown: { code: -1020, text: 'This operation is not supported.' },
  pathUnknown: { code: -5000, text: 'Path %s, Method %s is invalid', status: 404 },
  mandatory: { code: -1102, text: "Mandatory parameter '%s' was not sent, was empty/null, or malformed." },
  unwanted: { code: -1106, text: "Parameter '%s' sent when not required." },
  eitherMandatory: { code: -1102, text: "Param '%s' or '%s' must be sent, but both were empty/null!" },
  illegalAny: { code: -1100, text: 'Illegal characters found in a parameter.' },
  illegal: { code: -1100, text: "Illegal characters found in parameter '%s'; legal range is '%s'." },
  tooManyParams: { code: -1101, text: 'Too many parameters sent for this endpoint.' },
  duplicate: { code: -1101, text: 'Duplicate values for a parameter detected.' },
  recvWindow: { code: -1131, text: 'recvWindow must be less than 60000.' },
  symbol: { code: -1121, text: 'Invalid symbol.' },
  side: { code: -1117, text: 'Invalid side.' },
  orderType: { code: -1116, text: 'Invalid orderType.' },
  timeInForce: { code: -1115, text: 'Invalid timeInForce.' },
  interval: { code: -1120, text: 'Invalid interval.' },
  limitRange: { code: -1130, text: "Data sent for parameter '%s' is not valid." },
  timeOrder: { code: -1023, text: 'Start time is greater than end time.' },
  depthLimit: { code: -4021, text: 'Invalid depth limit.' },
  paramCombination: { code: -1128, text: 'Combination of optional parameters invalid.' },
  periodOfTrades: { code: -1127, text: 'More than 1 hours between startTime and endTime.' },
  lookupSpan: { code: -4165, text: 'Maximum time interval is %s days' },
  responseType: { code: -1136, text: 'Invalid newOrderRespType.' },
  workingType: { code: -4031, text: 'Invalid parameter working type: %s' },
  positionSideInvalid: { code: -4060, text: 'Invalid position side.' },
  selfTradePrevention: { code: -5039, text: 'Invalid self trade prevention mode' },
  cancelSize: { code: -4032, text: 'Exceed maximum cancel order size.' },
  amountPositive: { code: -4055, text: 'Amount must be positive.' },
  batchSize: { code: -4082, text: 'Invalid number of batch place orders.' },
  listenKey: { code: -1125, text: 'This listenKey does not exist.' },
  conditionalOnClassic: {
    code: -4120,
    text: 'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
  },
  // Filters.
  precision: { code: -1111, text: 'Precision is over the maximum defined for this asset.' },
  priceBelowZero: { code: -4001, text: 'Price less than 0.' },
  priceBelowMin: { code: -4013, text: 'Price less than min price.' },
  priceAboveMax: { code: -4002, text: 'Price greater than max price.' },
  priceOffTick: { code: -4014, text: 'Price not increased by tick size.' },
  quantityBelowZero: { code: -4003, text: 'Quantity less than or equal to zero.' },
  quantityBelowMin: { code: -4004, text: 'Quantity less than min quantity.' },
  quantityAboveMax: { code: -4005, text: 'Quantity greater than max quantity.' },
  quantityOffStep: { code: -4023, text: 'Qty not increased by step size.' },
  notional: {
    code: -4164,
    text: "Order's notional must be no smaller than %s (unless you choose reduce only).",
  },
  priceAboveCap: { code: -4016, text: "Limit price can't be higher than %s." },
  priceBelowFloor: { code: -4024, text: "Limit price can't be lower than %s." },
  marketBound: {
    code: -4131,
    text: "The counterparty's best price does not meet the PERCENT_PRICE filter limit",
  },
  stopBelowZero: { code: -4006, text: 'Stop price less than zero.' },
  stopAboveMax: { code: -4007, text: 'Stop price greater than max price.' },
  stopAboveCap: { code: -4210, text: 'Stop price is higher than price multiplier cap.' },
  stopBelowFloor: { code: -4211, text: 'Stop price is lower than price multiplier floor.' },
  limitAboveStopCap: { code: -4183, text: 'Price is higher than stop price multiplier cap.' },
  limitBelowStopFloor: { code: -4184, text: 'Price is lower than stop price multiplier floor.' },
  // Orders.
  clientIdInvalid: { code: -4015, text: 'Client order id is not valid.' },
  clientIdDuplicate: { code: -4116, text: 'clientOrderId is duplicated' },
  ordersMax: { code: -2025, text: 'Reach max open order limit.' },
  stopOrdersMax: { code: -4045, text: 'Reach max stop order limit.' },
  positionSide: { code: -4061, text: "Order's position side does not match user's setting." },
  reduceOnlyRejected: { code: -2022, text: 'ReduceOnly Order is rejected.' },
  reduceOnlyConflict: {
    code: -4118,
    text: 'ReduceOnly Order Failed. Please check your existing position and open orders',
  },
  closeWithQuantity: { code: -4137, text: 'Quantity must be zero with closePosition equals true' },
  closeWithReduceOnly: { code: -4138, text: 'Reduce only must be true with closePosition equals true' },
  closeStrategy: { code: -4136, text: 'Target strategy invalid for orderType %s,closePosition true' },
  closeStands: {
    code: -4130,
    text: 'An open stop or take profit order with GTE and closePosition in the direction is existing.',
  },
  wouldTrigger: { code: -2021, text: 'Order would immediately trigger.' },
  activationPrice: { code: -4135, text: 'Invalid activation price' },
  callbackRate: { code: -2007, text: 'Invalid callBack rate.' },
  margin: { code: -2019, text: 'Margin is insufficient.' },
  bracket: { code: -2027, text: 'Exceeded the maximum allowable position at current leverage.' },
  fillOrKill: {
    code: -5021,
    text: 'Due to the order could not be filled immediately, the FOK order has been rejected. The order will not be recorded in the order history',
  },
  postOnly: {
    code: -5022,
    text: 'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
  },
  amendType: { code: -5025, text: 'Only limit order is supported.' },
  amendNothing: { code: -5027, text: 'No need to modify the order.' },
  priceMatchInvalid: { code: -5037, text: 'Invalid price match' },
  priceMatchType: { code: -5038, text: 'Price match only supports order type: LIMIT, STOP AND TAKE_PROFIT' },
  priceMatchDepth: { code: -5041, text: 'No depth matches this BBO order' },
  goodTillDate: {
    code: -5040,
    text: 'The goodTillDate timestamp must be greater than the current time plus 600 seconds and smaller than 253402300799000 (UTC 9999-12-31 23:59:59)',
  },
  cancelUnknown: { code: -2011, text: 'Unknown order sent.' },
  orderUnknown: { code: -2013, text: 'Order does not exist.' },
  // Settings of an account.
  marginTypeSame: { code: -4046, text: 'No need to change margin type.' },
  marginTypeOrders: { code: -4047, text: 'Margin type cannot be changed if there exists open orders.' },
  marginTypePosition: { code: -4048, text: 'Margin type cannot be changed if there exists position.' },
  marginTypeMultiAssets: {
    code: -4168,
    text: 'Unable to adjust to isolated-margin mode under the Multi-Assets mode.',
  },
  positionModeSame: { code: -4059, text: 'No need to change position side.' },
  positionModeOrders: { code: -4067, text: 'Position side cannot be changed if there exists open orders.' },
  positionModePosition: { code: -4068, text: 'Position side cannot be changed if there exists position.' },
  multiAssetsSame: {
    code: -4171,
    text: 'Adjusted asset mode is currently set and does not need to be adjusted repeatedly.',
  },
  multiAssetsIsolated: {
    code: -4167,
    text: 'Unable to adjust to Multi-Assets mode with symbols of USDⓈ-M Futures under isolated-margin mode.',
  },
  multiAssetsOrders: {
    code: -4170,
    text: 'Unable to adjust Multi-Assets Mode with open orders in USDⓈ-M Futures.',
  },
  leverageInvalid: { code: -4028, text: 'Leverage %s is not valid' },
  leverageMargin: { code: -2028, text: 'Leverage is smaller than permitted: insufficient margin balance.' },
  leverageIsolated: {
    code: -4161,
    text: 'Leverage reduction is not supported in Isolated Margin Mode with open positions',
  },
  addIsolatedOnly: { code: -4051, text: 'Isolated balance insufficient.' },
  // Symbols that do not trade.
  symbolNotTrading: { code: -4140, text: 'Invalid symbol status for opening position' },
  symbolClosed: { code: -4141, text: 'Symbol is closed' },
  // Limits and outages.
  tooManyRequests: {
    code: -1003,
    text: 'Too many requests; current limit is %s requests per minute. Please use the websocket for live updates to avoid polling the API.',
    status: 429,
  },
  banned: {
    code: -1003,
    text: 'Way too many requests; IP banned until %s. Please use the websocket for live updates to avoid bans.',
    status: 418,
  },
  tooManyOrders: { code: -1015, text: 'Too many new orders; current limit is %s orders per %s.', status: 429 },
  unknown: { code: -1000, text: 'An unknown error occured while processing the request.', status: 500 },
  throttled: {
    code: -1008,
    text: 'Request throttled by system-level protection. Reduce-only/close-position orders are exempt. Please try again.',
    status: 503,
  },
  executionUnknown: {
    code: -1006,
    text: 'An unexpected response was received from the message bus. Execution status unknown.',
    status: 503,
  },
  timeout: {
    code: -1007,
    text: 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
    status: 408,
  },
} as const satisfies Readonly<Record<string, Row>>;

export type WireErrorName = keyof typeof WIRE_ERRORS;

/** The refusal of that name, with its arguments filled in in the order of its text. */
export function wireError(name: WireErrorName, ...words: readonly string[]): WireError {
  const row: Row = WIRE_ERRORS[name];
  let count = 0;
  const message = row.text.replaceAll('%s', () => {
    count += 1;
    return at(words, count - 1);
  });
  return { code: row.code, message, status: row.status ?? 400 };
}

/** The result of a request: its value, or a refusal. */
export type WireReply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

/** Wraps the value of an accepted request. */
export function accept<T>(value: T): WireReply<T> {
  return { ok: true, value };
}

/** Refuses a request, which then has changed nothing. */
export function refuse(name: WireErrorName, ...words: readonly string[]): { ok: false; error: WireError } {
  return { ok: false, error: wireError(name, ...words) };
}
