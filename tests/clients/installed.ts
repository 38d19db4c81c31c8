import { DerivativesTradingUsdsFutures as OfficialClient } from '@binance/derivatives-trading-usds-futures';
import { USDMClient } from 'binance';
import { type ClientSuite, hasRows, sinceAnHour } from './check.ts';
import { sieblyAccount, sieblyMarket } from './siebly-further.ts';

const symbol = 'BTCUSDT';

/** https://github.com/sieblyio/binance (MIT), which the connector is built on, with its own order calls. */
export const siebly: ClientSuite = {
  client: 'binance',
  async checks({ port, apiKey, secret }) {
    const client = new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: `http://127.0.0.1:${port}` });
    return [
      { name: 'getExchangeInfo', run: async () => hasRows((await client.getExchangeInfo()).symbols) },
      {
        name: 'getKlines since an hour',
        run: async () => hasRows(await client.getKlines({ symbol, interval: '1m', startTime: sinceAnHour() })),
      },
      {
        name: 'getAggregateTrades since an hour',
        run: async () => hasRows(await client.getAggregateTrades({ symbol, startTime: sinceAnHour() })),
      },
      { name: 'getHistoricalTrades', run: async () => hasRows(await client.getHistoricalTrades({ symbol })) },
      { name: 'getBalanceV3', run: async () => hasRows(await client.getBalanceV3()) },
      {
        name: 'submitNewOrder',
        run: () => client.submitNewOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 }),
      },
      { name: 'getPositionsV3', run: async () => hasRows(await client.getPositionsV3({ symbol })) },
      {
        name: 'getAccountTrades since an hour',
        run: async () => hasRows(await client.getAccountTrades({ symbol, startTime: sinceAnHour() })),
      },
      {
        name: 'getIncomeHistory since an hour',
        run: async () => hasRows(await client.getIncomeHistory({ startTime: sinceAnHour() })),
      },
      { name: 'getFuturesUserDataListenKey', run: () => client.getFuturesUserDataListenKey() },
      ...sieblyMarket(client),
      ...sieblyAccount(client),
    ];
  },
};

/** https://github.com/binance/binance-connector-js (MIT); every call of it is in the tests of the simulated exchange. */
export const official: ClientSuite = {
  client: '@binance/derivatives-trading-usds-futures',
  async checks({ port, apiKey, secret: apiSecret }) {
    const basePath = `http://127.0.0.1:${port}`;
    const { restAPI } = new OfficialClient({ configurationRestAPI: { apiKey, apiSecret, basePath, timeout: 20_000 } });
    const rows = async (call: Promise<{ data(): Promise<unknown> }>) => hasRows(await (await call).data());
    return [
      { name: 'exchangeInformation', run: () => restAPI.exchangeInformation() },
      { name: 'fundingRate history', run: () => rows(restAPI.getFundingRateHistory({ symbol })) },
      { name: 'futuresAccountBalanceV3', run: () => rows(restAPI.futuresAccountBalanceV3()) },
      {
        name: 'getIncomeHistory since an hour',
        run: () => rows(restAPI.getIncomeHistory({ startTime: sinceAnHour() })),
      },
    ];
  },
};
