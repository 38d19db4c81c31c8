import { cashText, formatDecimal, trimDecimal } from '#base/decimal.ts';
import { gridText, priceText, quantityText } from '#engine/model/instrument.ts';
import { PRICE_MAX, PRICE_MIN } from '../../exchange/orders/price-limits.ts';
import type { Filters } from '../../market/market.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { accept } from '../../wire-error.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { listedAt, type MarketMoment, momentOf } from './market-call.ts';

const ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
];
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD', 'RPI'];

/** Limits as `rate-limits.ts` keeps them. */
const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2400 },
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1200 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 300 },
];

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Exchange-Information */
export function exchangeInfo(call: EndpointCall): EndpointAnswer {
  const moment = momentOf(call);
  return accept({
    timezone: 'UTC',
    serverTime: call.simulation.wallMs(),
    futuresType: 'U_MARGINED',
    rateLimits: RATE_LIMITS,
    exchangeFilters: [],
    assets: [{ asset: 'USDT', marginAvailable: true, autoAssetExchange: '-10000' }],
    symbols: listedAt(moment).map((listed) => presentSymbol(listed, moment)),
  });
}

function presentSymbol(listed: ListedSymbol, { market, now }: MarketMoment): object {
  const { instrument } = listed;
  const { symbol, baseAsset } = instrument;
  const { tick, step, notionalMin } = instrument;
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    deliveryDate: listed.deliveryDate,
    onboardDate: listed.onboardDate,
    status: market.status(symbol, now),
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset,
    quoteAsset: 'USDT',
    marginAsset: 'USDT',
    pricePrecision: listed.pricePrecision,
    quantityPrecision: listed.quantityPrecision,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [listed.underlyingSubType],
    settlePlan: 0,
    triggerProtect: listed.triggerProtect,
    liquidationFee: formatDecimal(instrument.liquidationFee / 100, 6),
    marketTakeBound: listed.marketTakeBound,
    filters: presentFilters(listed, market.filters(symbol) ?? { tick, step, notionalMin }),
    orderTypes: ORDER_TYPES,
    timeInForce: TIMES_IN_FORCE,
  };
}

/** The minimum quantity of both filters, or one step if the step has been made larger than that. */
function presentFilters(
  { instrument, multiplierUp, multiplierDown }: ListedSymbol,
  filters: Filters,
): readonly object[] {
  const stepSize = gridText(filters.step);
  const isWider = filters.step.units > instrument.quantityMin * instrument.step.units;
  const minQty = isWider ? stepSize : quantityText(instrument, instrument.quantityMin);
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: priceText(instrument, PRICE_MIN),
      maxPrice: priceText(instrument, PRICE_MAX),
      tickSize: gridText(filters.tick),
    },
    { filterType: 'LOT_SIZE', minQty, maxQty: quantityText(instrument, instrument.quantityMax), stepSize },
    { filterType: 'MARKET_LOT_SIZE', minQty, maxQty: quantityText(instrument, instrument.marketQuantityMax), stepSize },
    { filterType: 'MAX_NUM_ORDERS', limit: instrument.ordersMax },
    { filterType: 'MIN_NOTIONAL', notional: trimDecimal(cashText(filters.notionalMin)) },
    { filterType: 'PERCENT_PRICE', multiplierUp, multiplierDown, multiplierDecimal: '4' },
    { filterType: 'POSITION_RISK_CONTROL', positionControlSide: 'NONE' },
  ];
}
