import { type Check, type ClientSuite, type ExchangeAccess, type Foreign, hasRows, sinceAnHour } from '../check.ts';
import { foreignPackage } from '../foreign-package.ts';
import { furtherAccount, furtherMarket, furtherOrders } from './ccxt-further.ts';
import { ccxtSockets } from './ccxt-sockets.ts';
import { ccxtStreams } from './ccxt-streams.ts';

const SYMBOL = 'ETH/USDT:USDT';

/** https://github.com/ccxt/ccxt (MIT), its unified calls and its streams. */
export const ccxt: ClientSuite = {
  client: 'ccxt',
  notApplicable: [
    [
      'fetchPosition, fetchGreeks, fetchAllGreeks, fetchOption, fetchSettlementHistory, fetchMySettlementHistory, fetchLedgerEntry',
      'it has them for options only',
    ],
    [
      'fetchOrderTrades, createMarketOrderWithCost, createMarketBuyOrderWithCost, createMarketSellOrderWithCost',
      'it has them for spot only',
    ],
    [
      'cancelAllOrdersWs, fetchOpenOrdersWs, fetchOrdersWs, fetchMyTradesWs, fetchTradesWs, fetchOHLCVWs',
      'calls of the WebSocket API that the exchange has for spot only',
    ],
    [
      'fetchStatus, fetchCurrencies, fetchDeposit*, fetchWithdrawals, fetchTransfers, transfer, withdraw',
      'calls of the wallet, at another address',
    ],
    ['fetchConvert*, createConvertTrade', 'nothing is converted where USDT is all that an account holds'],
    ['watchOrdersForSymbols', 'it names it among what it has and then throws NotSupported'],
    [
      'fetchTransactionFees, fetchBorrow*, fetchCrossBorrow*, fetchIsolatedBorrow*, borrow*, repay*',
      'calls of spot and margin accounts',
    ],
  ],
  async calls() {
    const library = await foreignPackage('ccxt');
    const client = new library.pro.binanceusdm();
    return Object.keys(client.has).filter((name) => client.has[name] === true && typeof client[name] === 'function');
  },
  async checks(exchange) {
    const library = await foreignPackage('ccxt');
    if (library === null) return null;
    const client = await opened(library, exchange);
    return [
      ...[...market(client), ...furtherMarket(client)],
      ...[...account(client), ...orders(client)],
      ...[...furtherAccount(client), ...furtherOrders(client)],
      ...ccxtSockets(client),
      ...ccxtStreams(client, exchange.liquidate),
    ];
  },
};

async function opened(library: Foreign, { port, apiKey, secret }: Omit<ExchangeAccess, 'liquidate'>): Promise<Foreign> {
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
    {
      name: 'setPositionMode there and back',
      run: async () => {
        await client.setPositionMode(true, SYMBOL);
        const { hedged } = await client.fetchPositionMode();
        await client.setPositionMode(false, SYMBOL);
        return hedged === true;
      },
    },
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
    { name: 'fetchOpenOrder', run: async () => (await client.fetchOpenOrder(resting.id, SYMBOL)).status === 'open' },
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
