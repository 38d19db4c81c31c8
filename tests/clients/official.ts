import { DerivativesTradingUsdsFutures as OfficialClient } from '@binance/derivatives-trading-usds-futures';
import { type ClientSuite, hasRows, sinceAnHour } from './check.ts';

const symbol = 'BTCUSDT';

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
