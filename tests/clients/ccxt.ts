import { setTimeout as sleep } from 'node:timers/promises';
import { furtherAccount, furtherMarket, furtherOrders } from './ccxt-further.ts';
import { type Check, type ClientSuite, type ExchangeAccess, type Foreign, hasRows, sinceAnHour } from './check.ts';
import { foreignPackage } from './foreign-package.ts';

const SYMBOL = 'ETH/USDT:USDT';
/** Its user stream does not say when it is open. */
const OPENS_MS = 3_000;

/** https://github.com/ccxt/ccxt (MIT), its unified calls and its streams. */
export const ccxt: ClientSuite = {
  client: 'ccxt',
  notApplicable: [
    ['fetchPosition, fetchGreeks, fetchOption, fetchSettlementHistory', 'it has them for options only'],
    ['fetchOrderTrades', 'it has it for spot only'],
    [
      'fetchStatus, fetchDeposits, fetchWithdrawals, fetchTransfers, transfer',
      'calls of the wallet, at another address',
    ],
    ['fetchConvertQuote, createConvertTrade', 'nothing is converted where USDT is all that an account holds'],
    ['fetchTransactionFees, fetchCrossBorrowRate, borrowCrossMargin', 'calls of spot and margin accounts'],
  ],
  async checks(exchange) {
    const library = await foreignPackage('ccxt');
    if (library === null) return null;
    const client = await opened(library, exchange);
    const further = [...furtherAccount(client), ...furtherOrders(client)];
    return [
      ...market(client),
      ...furtherMarket(client),
      ...account(client),
      ...orders(client),
      ...further,
      ...streams(client),
    ];
  },
};

async function opened(library: Foreign, { port, apiKey, secret }: ExchangeAccess): Promise<Foreign> {
  const address = `http://127.0.0.1:${port}`;
  const futures = (version: number): string => `${address}/fapi/v${version}`;
  const rest = Object.fromEntries(
    ['fapiPublic', 'fapiPrivate'].flatMap((name) => [
      [name, futures(1)],
      [`${name}V2`, futures(2)],
      [`${name}V3`, futures(3)],
    ]),
  );
  const client = new library.pro.binanceusdm({
    apiKey,
    secret,
    timeout: 20_000,
    options: { fetchMarkets: { types: ['linear'] }, fetchCurrencies: false, defaultType: 'future' },
    urls: {
      api: {
        ...rest,
        fapiData: `${address}/futures/data`,
        public: `${address}/api/v3`,
        private: `${address}/api/v3`,
        ws: { future: `ws://127.0.0.1:${port}/ws`, 'ws-api': { future: `ws://127.0.0.1:${port}/ws-fapi/v1` } },
      },
    },
  });
  client.has.fetchCurrencies = false;
  await client.loadHttpProxyAgent(); // It knows ws:// only with this.
  await client.loadMarkets();
  return client;
}

function market(client: Foreign): readonly Check[] {
  return [
    { name: 'fetchTime', run: () => client.fetchTime() },
    { name: 'fetchTicker', run: async () => (await client.fetchTicker(SYMBOL)).last > 0 },
    { name: 'fetchBidsAsks', run: async () => Object.keys(await client.fetchBidsAsks()).length > 0 },
    { name: 'fetchOrderBook', run: async () => hasRows((await client.fetchOrderBook(SYMBOL, 10)).bids) },
    {
      name: 'fetchTrades since an hour',
      run: async () => hasRows(await client.fetchTrades(SYMBOL, sinceAnHour(), 100)),
    },
    {
      name: 'fetchOHLCV since an hour',
      run: async () => (await client.fetchOHLCV(SYMBOL, '1m', sinceAnHour())).length >= 60,
    },
    { name: 'fetchFundingRate', run: async () => (await client.fetchFundingRate(SYMBOL)).fundingRate !== undefined },
    { name: 'fetchFundingRateHistory', run: async () => hasRows(await client.fetchFundingRateHistory(SYMBOL)) },
    { name: 'fetchOpenInterest', run: async () => (await client.fetchOpenInterest(SYMBOL)).openInterestAmount > 0 },
    { name: 'fetchMarkOHLCV', run: async () => hasRows(await client.fetchMarkOHLCV(SYMBOL, '5m')) },
  ];
}

function account(client: Foreign): readonly Check[] {
  return [
    { name: 'fetchBalance', run: async () => (await client.fetchBalance()).USDT.total > 0 },
    { name: 'fetchPositionMode', run: async () => (await client.fetchPositionMode()).hedged === false },
    { name: 'setLeverage', run: () => client.setLeverage(10, SYMBOL) },
    { name: 'setMarginMode', run: () => client.setMarginMode('isolated', SYMBOL) },
    { name: 'fetchLeverageTiers', run: async () => hasRows((await client.fetchLeverageTiers([SYMBOL]))[SYMBOL]) },
    { name: 'fetchTradingFee', run: async () => (await client.fetchTradingFee(SYMBOL)).taker > 0 },
  ];
}

function orders(client: Foreign): readonly Check[] {
  const price = async (factor: number): Promise<number> =>
    Number(client.priceToPrecision(SYMBOL, (await client.fetchTicker(SYMBOL)).last * factor));
  let resting: Foreign = null;
  return [
    {
      name: 'createOrder limit',
      run: async () => {
        resting = await client.createOrder(SYMBOL, 'limit', 'buy', 0.1, await price(0.95));
        return resting.id !== undefined;
      },
    },
    { name: 'fetchOrder', run: async () => (await client.fetchOrder(resting.id, SYMBOL)).status === 'open' },
    { name: 'fetchOpenOrders', run: async () => hasRows(await client.fetchOpenOrders(SYMBOL)) },
    {
      name: 'editOrder',
      run: async () => {
        resting = await client.editOrder(resting.id, SYMBOL, 'limit', 'buy', 0.2, await price(0.94));
        return resting.amount === 0.2;
      },
    },
    { name: 'cancelOrder', run: () => client.cancelOrder(resting.id, SYMBOL) },
    { name: 'createOrder market', run: () => client.createOrder(SYMBOL, 'market', 'buy', 0.1) },
    { name: 'fetchPositions', run: async () => hasRows(await client.fetchPositions([SYMBOL])) },
    {
      name: 'fetchMyTrades since an hour',
      run: async () => hasRows(await client.fetchMyTrades(SYMBOL, sinceAnHour())),
    },
    { name: 'fetchOrders since an hour', run: async () => hasRows(await client.fetchOrders(SYMBOL, sinceAnHour())) },
    { name: 'fetchLedger since an hour', run: async () => hasRows(await client.fetchLedger('USDT', sinceAnHour())) },
    { name: 'addMargin', run: () => client.addMargin(SYMBOL, 5) },
    {
      name: 'createOrder stop-loss and cancel',
      run: async () => {
        const params = { triggerPrice: await price(0.9), reduceOnly: true };
        const stop = await client.createOrder(SYMBOL, 'market', 'sell', 0.1, undefined, params);
        return client.cancelOrder(stop.id, SYMBOL, { trigger: true });
      },
    },
    { name: 'cancelAllOrders', run: () => client.cancelAllOrders(SYMBOL) },
    {
      name: 'a refusal as InsufficientFunds or ExchangeError',
      run: async () => {
        const failure = await client.createOrder(SYMBOL, 'market', 'buy', 1_000).catch((cause: unknown) => cause);
        return String(failure).includes('-2019') || String(failure).includes('-2027');
      },
    },
  ];
}

function streams(client: Foreign): readonly Check[] {
  return [
    { name: 'watchTicker', run: async () => (await client.watchTicker(SYMBOL)).last > 0 },
    { name: 'watchBidsAsks', run: async () => Object.keys(await client.watchBidsAsks([SYMBOL])).length > 0 },
    { name: 'watchOrderBook', run: async () => hasRows((await client.watchOrderBook(SYMBOL)).bids) },
    { name: 'watchTrades', run: async () => hasRows(await client.watchTrades(SYMBOL)) },
    { name: 'watchOHLCV', run: async () => hasRows(await client.watchOHLCV(SYMBOL, '1m')) },
    { name: 'watchMarkPrice', run: () => client.watchMarkPrice(SYMBOL) },
    {
      name: 'watchOrders tells of an order',
      run: async () => {
        const told = client.watchOrders(SYMBOL);
        await sleep(OPENS_MS);
        await client.createOrder(SYMBOL, 'market', 'buy', 0.1);
        return hasRows(await told);
      },
    },
    { name: 'close', run: () => client.close() },
  ];
}
