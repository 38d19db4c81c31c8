import type { USDMClient } from 'binance';
import { type Check, hasRows, sinceAnHour } from './check.ts';

const symbol = 'BTCUSDT';
const period = { symbol, period: '5m' } as const;
const candles = () => ({ symbol, interval: '1m', startTime: sinceAnHour() }) as const;
const pair = () => ({ pair: symbol, interval: '1m', startTime: sinceAnHour() }) as const;
const isHour = (rows: readonly unknown[]): boolean => rows.length >= 60;

/** Calls of the market beyond those that every bot makes. */
export function sieblyMarket(client: USDMClient): readonly Check[] {
  return [
    { name: 'testConnectivity', run: () => client.testConnectivity() },
    { name: 'getServerTime', run: async () => Math.abs((await client.getServerTime()) - Date.now()) < 60_000 },
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
  ];
}

/** What an account says that has traded. */
export function sieblyAccount(client: USDMClient): readonly Check[] {
  return [
    { name: 'getPositions', run: async () => hasRows(await client.getPositions({ symbol })) },
    { name: 'getBalance', run: async () => hasRows(await client.getBalance()) },
    { name: 'getAccountInformation', run: async () => hasRows((await client.getAccountInformation()).positions) },
    {
      name: 'getAccountInformationV3',
      run: async () => hasRows((await client.getAccountInformationV3()).positions),
    },
    {
      name: 'getNotionalAndLeverageBrackets',
      run: async () => hasRows(await client.getNotionalAndLeverageBrackets({ symbol })),
    },
    {
      name: 'getCurrentPositionMode',
      run: async () => (await client.getCurrentPositionMode()).dualSidePosition === false,
    },
    { name: 'getMultiAssetsMode', run: async () => (await client.getMultiAssetsMode()).multiAssetsMargin === false },
    { name: 'setLeverage', run: async () => (await client.setLeverage({ symbol, leverage: 10 })).leverage === 10 },
    { name: 'getAllOrders', run: async () => hasRows(await client.getAllOrders({ symbol, startTime: sinceAnHour() })) },
    { name: 'getAllOpenOrders', run: async () => (await client.getAllOpenOrders({ symbol })).length === 0 },
  ];
}
