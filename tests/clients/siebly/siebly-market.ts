import type { USDMClient } from 'binance';
import { type Check, type Foreign, hasRows, sinceAnHour } from '../check.ts';

const symbol = 'BTCUSDT';
const period = { symbol, period: '5m' } as const;
const candles = () => ({ symbol, interval: '1m', startTime: sinceAnHour() }) as const;
const pair = () => ({ pair: symbol, interval: '1m', startTime: sinceAnHour() }) as const;
const isHour = (rows: readonly unknown[]): boolean => rows.length >= 60;

/** Calls of the market. */
export function sieblyMarket(client: USDMClient): readonly Check[] {
  return [
    { name: 'testConnectivity', run: () => client.testConnectivity() },
    { name: 'getServerTime', run: async () => Math.abs((await client.getServerTime()) - Date.now()) < 60_000 },
    { name: 'getExchangeInfo', run: async () => hasRows((await client.getExchangeInfo()).symbols) },
    {
      name: 'getKlines since an hour',
      run: async () => isHour(await client.getKlines({ symbol, interval: '1m', startTime: sinceAnHour() })),
    },
    {
      name: 'getAggregateTrades since an hour',
      run: async () => hasRows(await client.getAggregateTrades({ symbol, startTime: sinceAnHour() })),
    },
    { name: 'getHistoricalTrades', run: async () => hasRows(await client.getHistoricalTrades({ symbol })) },
    { name: 'getRpiOrderBook', run: async () => hasRows((await client.getRpiOrderBook({ symbol })).bids) },
    { name: 'getOrderBook', run: async () => (await client.getOrderBook({ symbol, limit: 10 })).bids.length === 10 },
    { name: 'getRecentTrades', run: async () => hasRows(await client.getRecentTrades({ symbol })) },
    {
      name: 'getContinuousContractKlines',
      run: async () => isHour(await client.getContinuousContractKlines({ ...pair(), contractType: 'PERPETUAL' })),
    },
    { name: 'getIndexPriceKlines', run: async () => isHour(await client.getIndexPriceKlines(pair())) },
    { name: 'getMarkPriceKlines', run: async () => isHour(await client.getMarkPriceKlines(candles())) },
    { name: 'getPremiumIndexKlines', run: async () => isHour(await client.getPremiumIndexKlines(candles())) },
    { name: 'getFundingRateHistory', run: async () => hasRows(await client.getFundingRateHistory({ symbol })) },
    { name: 'getOpenInterestStatistics', run: async () => hasRows(await client.getOpenInterestStatistics(period)) },
    {
      name: 'getTopTradersLongShortPositionRatio',
      run: async () => hasRows(await client.getTopTradersLongShortPositionRatio(period)),
    },
    {
      name: 'getTopTradersLongShortAccountRatio',
      run: async () => hasRows(await client.getTopTradersLongShortAccountRatio(period)),
    },
    {
      name: 'getGlobalLongShortAccountRatio',
      run: async () => hasRows(await client.getGlobalLongShortAccountRatio(period)),
    },
    { name: 'getTakerBuySellVolume', run: async () => hasRows(await client.getTakerBuySellVolume(period)) },
    ...sieblyFigures(client),
  ];
}

/** Figures of one moment. */
function sieblyFigures(client: Foreign): readonly Check[] {
  const positive = (text: unknown): boolean => Number(text) > 0;
  return [
    { name: 'getMarkPrice', run: async () => positive((await client.getMarkPrice({ symbol })).markPrice) },
    { name: 'getFundingRates', run: async () => Array.isArray(await client.getFundingRates()) },
    {
      name: 'get24hrChangeStatistics',
      run: async () => positive((await client.get24hrChangeStatistics({ symbol })).lastPrice),
    },
    { name: 'getSymbolPriceTicker', run: async () => positive((await client.getSymbolPriceTicker({ symbol })).price) },
    {
      name: 'getSymbolPriceTickerV2',
      run: async () => positive((await client.getSymbolPriceTickerV2({ symbol })).price),
    },
    {
      name: 'getSymbolOrderBookTicker',
      run: async () => positive((await client.getSymbolOrderBookTicker({ symbol })).bidPrice),
    },
    {
      name: 'getQuarterlyContractSettlementPrices',
      run: async () => Array.isArray(await client.getQuarterlyContractSettlementPrices({ pair: symbol })),
    },
    { name: 'getOpenInterest', run: async () => positive((await client.getOpenInterest({ symbol })).openInterest) },
    { name: 'getCompositeSymbolIndex', run: async () => Array.isArray(await client.getCompositeSymbolIndex()) },
    {
      name: 'getMultiAssetsModeAssetIndex',
      run: async () => Array.isArray(await client.getMultiAssetsModeAssetIndex()),
    },
    {
      name: 'getBasis',
      run: async () =>
        hasRows(await client.getBasis({ pair: symbol, contractType: 'PERPETUAL', period: '5m', limit: 30 })),
    },
    {
      name: 'getIndexPriceConstituents',
      run: async () => (await client.getIndexPriceConstituents({ symbol })).symbol === symbol,
    },
    {
      name: 'getInsuranceFundBalance',
      run: async () => hasRows((await client.getInsuranceFundBalance({ symbol })).assets),
    },
    { name: 'getSymbolAdlRisk', run: async () => (await client.getSymbolAdlRisk({ symbol })).adlRisk === 'low' },
  ];
}
