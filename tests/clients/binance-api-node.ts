import { type ClientSuite, hasRows, sinceAnHour } from './check.ts';
import { foreignPackage } from './foreign-package.ts';

const symbol = 'BTCUSDT';

/** https://github.com/ViewBlock/binance-api-node (MIT), its calls of futures. */
export const binanceApiNode: ClientSuite = {
  client: 'binance-api-node',
  async checks({ port, apiKey, secret: apiSecret }) {
    const library = await foreignPackage('binance-api-node');
    if (library === null) return null;
    const address = `http://127.0.0.1:${port}`;
    const make = library.default ?? library;
    const client = make({ apiKey, apiSecret, httpBase: address, httpFutures: address });
    return [
      { name: 'futuresTime', run: () => client.futuresTime() },
      { name: 'futuresExchangeInfo', run: async () => hasRows((await client.futuresExchangeInfo()).symbols) },
      {
        name: 'futuresCandles since an hour',
        run: async () => hasRows(await client.futuresCandles({ symbol, interval: '1m', startTime: sinceAnHour() })),
      },
      { name: 'futuresBook', run: async () => hasRows((await client.futuresBook({ symbol, limit: 10 })).bids) },
      { name: 'futuresAccountBalance', run: async () => hasRows(await client.futuresAccountBalance()) },
      {
        name: 'futuresOrder',
        run: () => client.futuresOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' }),
      },
      { name: 'futuresPositionRisk', run: async () => hasRows(await client.futuresPositionRisk({ symbol })) },
      {
        name: 'futuresUserTrades since an hour',
        run: async () => hasRows(await client.futuresUserTrades({ symbol, startTime: sinceAnHour() })),
      },
      {
        name: 'futuresIncome since an hour',
        run: async () => hasRows(await client.futuresIncome({ startTime: sinceAnHour() })),
      },
      { name: 'futuresCancelAllOpenOrders', run: () => client.futuresCancelAllOpenOrders({ symbol }) },
    ];
  },
};
