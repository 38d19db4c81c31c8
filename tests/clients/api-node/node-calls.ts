import { type Check, type Foreign, hasRows, sinceAnHour } from '../check.ts';

/** Ids of its orders are below 2^53, as this client needs. */
const symbol = 'BTCUSDT';
const positive = (text: unknown): boolean => Number(text) > 0;

/** What the market says. */
export function nodeMarket(client: Foreign): readonly Check[] {
  const candles = () => ({ symbol, interval: '1m', startTime: sinceAnHour() });
  const isHour = (rows: Foreign): boolean => rows.length >= 60 && positive(rows[0].close);
  return [
    { name: 'futuresPing', run: () => client.futuresPing() },
    { name: 'futuresTime', run: async () => Math.abs((await client.futuresTime()) - Date.now()) < 60_000 },
    { name: 'futuresExchangeInfo', run: async () => hasRows((await client.futuresExchangeInfo()).symbols) },
    { name: 'futuresBook', run: async () => (await client.futuresBook({ symbol, limit: 10 })).bids.length === 10 },
    { name: 'futuresRpiDepth', run: async () => hasRows((await client.futuresRpiDepth({ symbol })).bids) },
    {
      name: 'futuresAggTrades since an hour',
      run: async () => positive((await client.futuresAggTrades({ symbol, startTime: sinceAnHour() }))[0].price),
    },
    { name: 'futuresTrades', run: async () => positive((await client.futuresTrades({ symbol }))[0].price) },
    { name: 'futuresMarkPrice', run: async () => positive((await client.futuresMarkPrice({ symbol })).markPrice) },
    {
      name: 'futuresLongShortRatio',
      run: async () => hasRows(await client.futuresLongShortRatio({ symbol, period: '5m' })),
    },
    { name: 'futuresCandles since an hour', run: async () => isHour(await client.futuresCandles(candles())) },
    { name: 'futuresMarkPriceCandles', run: async () => isHour(await client.futuresMarkPriceCandles(candles())) },
    {
      name: 'futuresIndexPriceCandles',
      run: async () => isHour(await client.futuresIndexPriceCandles({ ...candles(), symbol: undefined, pair: symbol })),
    },
    { name: 'futuresDailyStats', run: async () => positive((await client.futuresDailyStats({ symbol })).lastPrice) },
    { name: 'futuresPrices', run: async () => positive((await client.futuresPrices())[symbol]) },
    {
      name: 'futuresAllBookTickers',
      run: async () => positive((await client.futuresAllBookTickers())[symbol].bidPrice),
    },
    { name: 'futuresFundingRate', run: async () => hasRows(await client.futuresFundingRate({ symbol })) },
    {
      name: 'futuresSymbolAdlRisk',
      run: async () => (await client.futuresSymbolAdlRisk({ symbol })).adlRisk === 'low',
    },
    {
      name: 'futuresGetDataStream, futuresKeepDataStream, futuresCloseDataStream',
      run: async () => {
        const { listenKey } = await client.futuresGetDataStream();
        await client.futuresKeepDataStream({ listenKey });
        await client.futuresCloseDataStream({ listenKey });
        return listenKey.length === 64;
      },
    },
  ];
}

/** Settings, then orders from the first to the last; at the end there is a position. */
export function nodeOrders(client: Foreign): readonly Check[] {
  let resting: Foreign = null;
  let price = 0;
  const limit = () => ({ symbol, side: 'BUY', type: 'LIMIT', quantity: '0.01', price: String(price) });
  const order = () => ({ symbol, orderId: resting.orderId });
  return [
    {
      name: 'futuresPositionMode, futuresPositionModeChange',
      run: async () => {
        await client.futuresPositionModeChange({ dualSidePosition: 'true', recvWindow: 5_000 });
        const { dualSidePosition } = await client.futuresPositionMode();
        await client.futuresPositionModeChange({ dualSidePosition: 'false', recvWindow: 5_000 });
        return dualSidePosition === true;
      },
    },
    {
      name: 'futuresLeverage',
      run: async () => (await client.futuresLeverage({ symbol, leverage: 10 })).leverage === 10,
    },
    {
      name: 'futuresMarginType',
      run: async () => (await client.futuresMarginType({ symbol, marginType: 'ISOLATED' })).code === 200,
    },
    {
      name: 'futuresOrder',
      async run() {
        price = Math.floor(Number((await client.futuresPrices())[symbol]) * 0.95);
        resting = await client.futuresOrder(limit());
        return resting.status === 'NEW';
      },
    },
    { name: 'futuresGetOrder', run: async () => (await client.futuresGetOrder(order())).orderId === resting.orderId },
    { name: 'futuresOpenOrders', run: async () => (await client.futuresOpenOrders({ symbol })).length === 1 },
    {
      name: 'futuresUpdateOrder',
      run: async () => {
        const changed = await client.futuresUpdateOrder({
          ...order(),
          side: 'BUY',
          quantity: '0.02',
          price: `${price}`,
        });
        return Number(changed.origQty) === 0.02;
      },
    },
    {
      name: 'futuresCancelOrder',
      run: async () => (await client.futuresCancelOrder(order())).status === 'CANCELED',
    },
    {
      name: 'futuresBatchOrders, futuresCancelBatchOrders',
      run: async () => {
        const one = { ...limit(), timeInForce: 'GTC' };
        const placed = await client.futuresBatchOrders({ batchOrders: JSON.stringify([one, one]) });
        const orderIdList = JSON.stringify(placed.map(({ orderId }: Foreign) => orderId));
        const ended = await client.futuresCancelBatchOrders({ symbol, orderIdList });
        return ended.every(({ status }: Foreign) => status === 'CANCELED');
      },
    },
    {
      name: 'futuresCancelAllOpenOrders',
      run: async () => {
        await client.futuresOrder(limit());
        await client.futuresCancelAllOpenOrders({ symbol });
        return (await client.futuresOpenOrders({ symbol })).length === 0;
      },
    },
    {
      name: 'futuresOrder at the market',
      run: () => client.futuresOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' }),
    },
    ...conditional(client, () => ({
      symbol,
      side: 'SELL',
      type: 'STOP_MARKET',
      quantity: '0.01',
      triggerPrice: `${price}`,
    })),
  ];
}

function conditional(client: Foreign, order: () => object): readonly Check[] {
  let waiting: Foreign = null;
  const one = () => ({ algoId: waiting.algoId });
  return [
    {
      name: 'futuresCreateAlgoOrder',
      run: async () => {
        waiting = await client.futuresCreateAlgoOrder(order());
        return waiting.algoStatus === 'NEW';
      },
    },
    {
      name: 'futuresGetAlgoOrder',
      run: async () => (await client.futuresGetAlgoOrder(one())).algoId === waiting.algoId,
    },
    {
      name: 'futuresGetOpenAlgoOrders',
      run: async () => (await client.futuresGetOpenAlgoOrders({ symbol })).length === 1,
    },
    { name: 'futuresCancelAlgoOrder', run: () => client.futuresCancelAlgoOrder(one()) },
    {
      name: 'futuresOrder of a condition, futuresCancelAllAlgoOpenOrders',
      run: async () => {
        await client.futuresOrder(order());
        await client.futuresCancelAllAlgoOpenOrders({ symbol });
        return (await client.futuresGetOpenAlgoOrders({ symbol })).length === 0;
      },
    },
    {
      name: 'futuresGetAllAlgoOrders',
      run: async () => (await client.futuresGetAllAlgoOrders({ symbol })).length === 2,
    },
  ];
}

/** What an account says that has traded. */
export function nodeAccount(client: Foreign): readonly Check[] {
  const recent = () => ({ symbol, startTime: sinceAnHour() });
  return [
    {
      name: 'futuresPositionRisk',
      run: async () => Number((await client.futuresPositionRisk({ symbol }))[0].positionAmt) === 0.01,
    },
    {
      name: 'futuresLeverageBracket',
      run: async () => hasRows((await client.futuresLeverageBracket({ symbol }))[0].brackets),
    },
    { name: 'futuresAccountBalance', run: async () => positive((await client.futuresAccountBalance())[0].balance) },
    { name: 'futuresAccountInfo', run: async () => positive((await client.futuresAccountInfo()).totalWalletBalance) },
    {
      name: 'futuresCommissionRate',
      run: async () => positive((await client.futuresCommissionRate({ symbol })).takerCommissionRate),
    },
    { name: 'futuresAllOrders since an hour', run: async () => hasRows(await client.futuresAllOrders(recent())) },
    { name: 'futuresUserTrades since an hour', run: async () => hasRows(await client.futuresUserTrades(recent())) },
    {
      name: 'futuresPositionMargin',
      run: async () => (await client.futuresPositionMargin({ symbol, amount: 5, type: 1 })).amount === 5,
    },
    { name: 'futuresMarginHistory', run: async () => hasRows(await client.futuresMarginHistory({ symbol })) },
    {
      name: 'futuresIncome since an hour',
      run: async () => hasRows(await client.futuresIncome({ startTime: sinceAnHour() })),
    },
  ];
}
