import { cashText, formatDecimal, trimDecimal } from '#base/decimal.ts';
import { multiplyDivide, steps, subtract, ticks } from '#base/exact.ts';
import { gridText, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { PRICE_MAX, PRICE_MIN } from '../../exchange/orders/price-limits.ts';
import { meanPriceText, quoteVolumeText } from '../../market/bars/quote-volume.ts';
import type { Kline } from '../../market/market.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { accept } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import type { RequestParams } from '../http/params.ts';
import { listedAt, type MarketMoment, momentOf, open } from './market-call.ts';
import { spotSymbols } from './spot-symbols.ts';

/** Weight by number of requested symbols; all of them count as the maximum. */
const DAY_WEIGHTS = [
  { upTo: 20, weight: 2 },
  { upTo: 100, weight: 40 },
] as const;
const DAY_WEIGHT_ALL = 80;
/** The last 24 hours of the spot market as candles, because it has no trades. */
const DAY_BARS = { series: 'spot', interval: '15m', startTime: null, endTime: null, limit: 96 } as const;

/**
 * The spot market, of which only prices are simulated.
 * https://developers.binance.com/docs/binance-spot-api-docs/rest-api
 */
export const spotEndpoints: readonly Endpoint[] = [
  open('/api/v3/exchangeInfo', 20, spotInfo, 'spot'),
  open('/api/v3/ticker/price', (params) => (params.has('symbol') ? 2 : 4), spotSymbols(presentPrice), 'spot'),
  open('/api/v3/ticker/24hr', dayWeight, spotSymbols(presentDay), 'spot'),
];

function dayWeight(params: RequestParams): number {
  const list = params.get('symbols');
  if (list === undefined) return params.has('symbol') ? DAY_WEIGHTS[0].weight : DAY_WEIGHT_ALL;
  const count = list.split(',').length;
  return DAY_WEIGHTS.find(({ upTo }) => count <= upTo)?.weight ?? DAY_WEIGHT_ALL;
}

function spotInfo(call: EndpointCall): EndpointAnswer {
  const moment = momentOf(call);
  return accept({
    timezone: 'UTC',
    serverTime: call.simulation.wallMs(),
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
    exchangeFilters: [],
    symbols: listedAt(moment).map((listed) => presentSymbol(listed, moment)),
  });
}

/** Has the contract's name and grids. Its permissions show that spot accepts no orders. */
function presentSymbol({ instrument }: ListedSymbol, { market, now }: MarketMoment): object {
  return {
    symbol: instrument.symbol,
    status: market.status(instrument.symbol, now) === 'TRADING' ? 'TRADING' : 'BREAK',
    baseAsset: instrument.baseAsset,
    baseAssetPrecision: 8,
    quoteAsset: 'USDT',
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: false,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    isSpotTradingAllowed: false,
    isMarginTradingAllowed: false,
    filters: presentFilters(instrument),
    permissions: [],
    permissionSets: [],
    defaultSelfTradePreventionMode: 'NONE',
    allowedSelfTradePreventionModes: ['NONE'],
  };
}

function presentFilters(instrument: Instrument): readonly object[] {
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: priceText(instrument, PRICE_MIN),
      maxPrice: priceText(instrument, PRICE_MAX),
      tickSize: gridText(instrument.tick),
    },
    {
      filterType: 'LOT_SIZE',
      minQty: quantityText(instrument, instrument.quantityMin),
      maxQty: quantityText(instrument, instrument.quantityMax),
      stepSize: gridText(instrument.step),
    },
    { filterType: 'NOTIONAL', minNotional: trimDecimal(cashText(instrument.notionalMin)) },
  ];
}

function presentPrice({ instrument }: ListedSymbol, { market, now }: MarketMoment): object | null {
  const { symbol } = instrument;
  const last = market.klines(symbol, { ...DAY_BARS, interval: '1m', limit: 1 }, now)[0];
  return last === undefined ? null : { symbol, price: priceText(instrument, ticks(last.close)) };
}

/** Spot has no trades, so there are no trade ids, and the best prices are a tick apart. */
function presentDay({ instrument }: ListedSymbol, { market, now }: MarketMoment): object | null {
  const { symbol } = instrument;
  const bars = market.klines(symbol, DAY_BARS, now);
  const [first, latest] = [bars[0], bars.at(-1)];
  if (first === undefined || latest === undefined) return null;
  const sum = (amount: (bar: Kline) => number): number => bars.reduce((total, bar) => total + amount(bar), 0);
  const quoteVolume = bars.reduce((total, bar) => total + bar.quoteVolume, 0n);
  const volume = sum((bar) => bar.volume);
  const [open, last] = [ticks(first.open), ticks(latest.close)];
  const best = market.book(symbol, now, 1);
  return {
    symbol,
    priceChange: priceText(instrument, subtract(last, open)),
    priceChangePercent: formatDecimal(multiplyDivide(last - open, 100_000, open, 'half-up'), 3),
    weightedAvgPrice: meanPriceText(instrument, quoteVolume, volume),
    prevClosePrice: priceText(instrument, open),
    lastPrice: priceText(instrument, last),
    lastQty: quantityText(instrument, instrument.quantityMin),
    bidPrice: priceText(instrument, last),
    bidQty: quantityText(instrument, best?.bids[0]?.quantity ?? steps(0)),
    askPrice: priceText(instrument, ticks(last + 1)),
    askQty: quantityText(instrument, best?.asks[0]?.quantity ?? steps(0)),
    openPrice: priceText(instrument, open),
    highPrice: priceText(instrument, ticks(Math.max(...bars.map(({ high }) => high)))),
    lowPrice: priceText(instrument, ticks(Math.min(...bars.map(({ low }) => low)))),
    volume: quantityText(instrument, steps(volume)),
    quoteVolume: quoteVolumeText(quoteVolume),
    openTime: first.time,
    closeTime: now,
    firstId: -1,
    lastId: -1,
    count: sum((bar) => bar.trades),
  };
}
