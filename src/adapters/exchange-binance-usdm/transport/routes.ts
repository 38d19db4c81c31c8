/** What a request carries: nothing, the key, or the key with a signature. */
export type RouteAccess = 'open' | 'key' | 'signed';
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Parameters as they are sent; undefined ones are omitted. */
export type RouteParams = Readonly<Record<string, string | number | boolean | undefined>>;

/** A request of the exchange's API. */
export interface RestRoute {
  readonly method: RouteMethod;
  readonly host: 'futures' | 'spot';
  readonly path: string;
  readonly access: RouteAccess;
  /** Weight charged to the IP address. */
  readonly weight: number | ((params: RouteParams) => number);
  /** The budget it is charged to; by default the host's own. */
  readonly budget?: 'funding';
}

const futures = (method: RouteMethod, path: string, access: RouteAccess, weight: RestRoute['weight']): RestRoute => ({
  method,
  host: 'futures',
  path,
  access,
  weight,
});

/** Weight of futures candles by the requested limit. */
const candleWeight = ({ limit }: RouteParams): number => {
  const count = Number(limit ?? 500);
  if (count < 100) return 1;
  if (count < 500) return 2;
  return count <= 1_000 ? 5 : 10;
};
const oneOrAll =
  (one: number, all: number) =>
  ({ symbol }: RouteParams): number =>
    symbol === undefined ? all : one;

/**
 * Every request that this program can send. Nothing else is ever signed: no transfer, no withdrawal, no change of keys.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info
 */
export const ROUTES = {
  time: futures('GET', 'fapi/v1/time', 'open', 1),
  exchangeInfo: futures('GET', 'fapi/v1/exchangeInfo', 'open', 1),
  fundingInfo: { ...futures('GET', 'fapi/v1/fundingInfo', 'open', 1), budget: 'funding' },
  fundingRate: { ...futures('GET', 'fapi/v1/fundingRate', 'open', 1), budget: 'funding' },
  klines: futures('GET', 'fapi/v1/klines', 'open', candleWeight),
  markPriceKlines: futures('GET', 'fapi/v1/markPriceKlines', 'open', candleWeight),
  ticker24: futures('GET', 'fapi/v1/ticker/24hr', 'open', oneOrAll(1, 40)),
  premiumIndex: futures('GET', 'fapi/v1/premiumIndex', 'open', oneOrAll(1, 10)),
  openInterest: futures('GET', 'fapi/v1/openInterest', 'open', 1),
  openInterestHist: futures('GET', 'futures/data/openInterestHist', 'open', 1),
  bookTicker: futures('GET', 'fapi/v1/ticker/bookTicker', 'open', oneOrAll(2, 5)),
  depth: futures('GET', 'fapi/v1/depth', 'open', 10),
  spotKlines: { method: 'GET', host: 'spot', path: 'api/v3/klines', access: 'open', weight: 2 },

  account: futures('GET', 'fapi/v3/account', 'signed', 5),
  accountConfig: futures('GET', 'fapi/v1/accountConfig', 'signed', 5),
  symbolConfig: futures('GET', 'fapi/v1/symbolConfig', 'signed', 5),
  positionRisk: futures('GET', 'fapi/v3/positionRisk', 'signed', 5),
  balance: futures('GET', 'fapi/v3/balance', 'signed', 5),
  userTrades: futures('GET', 'fapi/v1/userTrades', 'signed', 5),
  income: futures('GET', 'fapi/v1/income', 'signed', 30),
  leverageBracket: futures('GET', 'fapi/v1/leverageBracket', 'signed', 1),
  commissionRate: futures('GET', 'fapi/v1/commissionRate', 'signed', 20),
  setPositionMode: futures('POST', 'fapi/v1/positionSide/dual', 'signed', 1),
  setLeverage: futures('POST', 'fapi/v1/leverage', 'signed', 1),
  setMarginType: futures('POST', 'fapi/v1/marginType', 'signed', 1),
  signedPrice: futures('GET', 'fapi/v2/ticker/price', 'signed', oneOrAll(1, 2)),
  keyRestrictions: {
    method: 'GET',
    host: 'spot',
    path: 'sapi/v1/account/apiRestrictions',
    access: 'signed',
    weight: 1,
  },

  openOrder: futures('POST', 'fapi/v1/order', 'signed', 0),
  cancelOrder: futures('DELETE', 'fapi/v1/order', 'signed', 1),
  order: futures('GET', 'fapi/v1/order', 'signed', 1),
  openOrders: futures('GET', 'fapi/v1/openOrders', 'signed', oneOrAll(1, 40)),
  openAlgo: futures('POST', 'fapi/v1/algoOrder', 'signed', 0),
  cancelAlgo: futures('DELETE', 'fapi/v1/algoOrder', 'signed', 1),
  algo: futures('GET', 'fapi/v1/algoOrder', 'signed', 1),
  openAlgos: futures('GET', 'fapi/v1/openAlgoOrders', 'signed', oneOrAll(1, 40)),
  countdownCancel: futures('POST', 'fapi/v1/countdownCancelAll', 'signed', 10),

  openListenKey: futures('POST', 'fapi/v1/listenKey', 'key', 1),
  keepListenKey: futures('PUT', 'fapi/v1/listenKey', 'key', 1),
  closeListenKey: futures('DELETE', 'fapi/v1/listenKey', 'key', 1),
} as const satisfies Readonly<Record<string, RestRoute>>;

export type RouteName = keyof typeof ROUTES;

/** The weight of a request with these parameters. */
export function weightOf(name: RouteName, params: RouteParams): number {
  const { weight }: RestRoute = ROUTES[name];
  return typeof weight === 'number' ? weight : weight(params);
}
