import { type Check, type Foreign, hasRows, sinceAnHour } from '../check.ts';

const SYMBOL = 'ETH/USDT:USDT';
const OTHER = 'BTC/USDT:USDT';

/** The unified calls of the market beyond those that every bot makes. */
export function furtherMarket(client: Foreign): readonly Check[] {
  return [
    { name: 'fetchMarkets', run: async () => hasRows(await client.fetchMarkets()) },
    {
      name: 'fetchTickers',
      run: async () => Object.keys(await client.fetchTickers([SYMBOL, OTHER])).length === 2,
    },
    { name: 'fetchLastPrices', run: async () => (await client.fetchLastPrices([SYMBOL]))[SYMBOL].price > 0 },
    { name: 'fetchL2OrderBook', run: async () => hasRows((await client.fetchL2OrderBook(SYMBOL)).asks) },
    { name: 'fetchMarkPrice', run: async () => (await client.fetchMarkPrice(SYMBOL)).markPrice > 0 },
    { name: 'fetchMarkPrices', run: async () => (await client.fetchMarkPrices([SYMBOL]))[SYMBOL].markPrice > 0 },
    { name: 'fetchIndexOHLCV', run: async () => hasRows(await client.fetchIndexOHLCV(SYMBOL, '1m')) },
    { name: 'fetchPremiumIndexOHLCV', run: async () => hasRows(await client.fetchPremiumIndexOHLCV(SYMBOL, '1m')) },
    { name: 'fetchFundingRates', run: async () => (await client.fetchFundingRates([SYMBOL]))[SYMBOL] !== undefined },
    { name: 'fetchFundingIntervals', run: async () => typeof (await client.fetchFundingIntervals()) === 'object' },
    {
      name: 'fetchOpenInterestHistory',
      run: async () => hasRows(await client.fetchOpenInterestHistory(SYMBOL, '5m')),
    },
    {
      name: 'fetchLongShortRatioHistory',
      run: async () => hasRows(await client.fetchLongShortRatioHistory(SYMBOL, '5m')),
    },
  ];
}

/** The unified calls of the account, once it has traded. */
export function furtherAccount(client: Foreign): readonly Check[] {
  return [
    { name: 'fetchTradingFees', run: async () => (await client.fetchTradingFees())[SYMBOL].taker > 0 },
    { name: 'fetchLeverages', run: async () => (await client.fetchLeverages([SYMBOL]))[SYMBOL].longLeverage === 10 },
    {
      name: 'fetchMarginModes',
      run: async () => (await client.fetchMarginModes([SYMBOL]))[SYMBOL].marginMode === 'isolated',
    },
    { name: 'fetchMarginMode', run: async () => (await client.fetchMarginMode(SYMBOL)).marginMode === 'isolated' },
    { name: 'fetchPositionsRisk', run: async () => hasRows(await client.fetchPositionsRisk([SYMBOL])) },
    { name: 'fetchPositionsADLRank', run: async () => Array.isArray(await client.fetchPositionsADLRank([SYMBOL])) },
    { name: 'fetchADLRank', run: () => client.fetchADLRank(SYMBOL) },
    { name: 'fetchPositionADLRank', run: () => client.fetchPositionADLRank(SYMBOL) },
    {
      name: 'fetchMarginAdjustmentHistory',
      run: async () => hasRows(await client.fetchMarginAdjustmentHistory(SYMBOL)),
    },
    { name: 'fetchMyLiquidations', run: async () => (await client.fetchMyLiquidations(SYMBOL)).length === 0 },
    { name: 'fetchFundingHistory', run: async () => Array.isArray(await client.fetchFundingHistory(SYMBOL)) },
    { name: 'fetchClosedOrders', run: async () => hasRows(await client.fetchClosedOrders(SYMBOL, sinceAnHour())) },
    { name: 'fetchCanceledOrders', run: async () => hasRows(await client.fetchCanceledOrders(SYMBOL, sinceAnHour())) },
    {
      name: 'fetchCanceledAndClosedOrders',
      run: async () => hasRows(await client.fetchCanceledAndClosedOrders(SYMBOL, sinceAnHour())),
    },
    {
      name: 'fetchMyTrades has the ids of the tape',
      run: async () => {
        const [mine] = await client.fetchMyTrades(SYMBOL, sinceAnHour());
        const [single] = await client.fapiPublicGetHistoricalTrades({ symbol: 'ETHUSDT', fromId: mine.id, limit: 1 });
        return (
          String(single.id) === mine.id && Number(single.price) === mine.price && Number(single.qty) === mine.amount
        );
      },
    },
    { name: 'reduceMargin', run: () => client.reduceMargin(SYMBOL, 1) },
  ];
}

/** Unified ways to order, each undone. */
export function furtherOrders(client: Foreign): readonly Check[] {
  const away = async (factor: number): Promise<number> =>
    Number(client.priceToPrecision(SYMBOL, (await client.fetchTicker(SYMBOL)).last * factor));
  const undone = async (order: Foreign, params: object = {}) =>
    (await client.cancelOrder(order.id, SYMBOL, params)).id === order.id;
  return [
    {
      name: 'createPostOnlyOrder',
      run: async () => undone(await client.createPostOnlyOrder(SYMBOL, 'limit', 'buy', 0.1, await away(0.95))),
    },
    {
      name: 'createOrders and cancelOrders',
      run: async () => {
        const price = await away(0.95);
        const order = { symbol: SYMBOL, type: 'limit', side: 'buy', amount: 0.1, price };
        const both = await client.createOrders([order, order]);
        return (
          (
            await client.cancelOrders(
              both.map(({ id }: { id: string }) => id),
              SYMBOL,
            )
          ).length === 2
        );
      },
    },
    {
      name: 'createTriggerOrder',
      run: async () =>
        undone(await client.createTriggerOrder(SYMBOL, 'market', 'sell', 0.1, undefined, await away(0.9)), {
          trigger: true,
        }),
    },
    {
      name: 'createStopLossOrder',
      run: async () =>
        undone(await client.createStopLossOrder(SYMBOL, 'market', 'sell', 0.1, undefined, await away(0.9)), {
          trigger: true,
        }),
    },
    {
      name: 'createTakeProfitOrder',
      run: async () =>
        undone(await client.createTakeProfitOrder(SYMBOL, 'market', 'sell', 0.1, undefined, await away(1.1)), {
          trigger: true,
        }),
    },
    {
      name: 'createTrailingPercentOrder',
      run: async () =>
        undone(await client.createTrailingPercentOrder(SYMBOL, 'market', 'sell', 0.1, undefined, 1), { trigger: true }),
    },
    ...(['createLimitOrder', 'createLimitBuyOrder', 'createLimitSellOrder'] as const).map((name) => ({
      name,
      run: async () => {
        const side = name === 'createLimitOrder' ? ['buy'] : [];
        const price = await away(name === 'createLimitSellOrder' ? 1.05 : 0.95);
        return undone(await client[name](SYMBOL, ...side, 0.1, price));
      },
    })),
    ...(['createMarketOrder', 'createMarketBuyOrder', 'createMarketSellOrder'] as const).map((name) => ({
      name,
      run: async () => {
        const side = name === 'createMarketOrder' ? ['buy'] : [];
        const order = await client[name](SYMBOL, ...side, 0.1);
        return (await client.fetchOrder(order.id, SYMBOL)).status === 'closed';
      },
    })),
    ...waiting(client, away),
    {
      name: 'editOrders',
      run: async () => {
        const order = { symbol: SYMBOL, type: 'limit', side: 'buy', amount: 0.1, price: await away(0.95) };
        const placed = await client.createOrders([order, order]);
        const changed = await client.editOrders(placed.map(({ id }: Foreign) => ({ ...order, id, amount: 0.2 })));
        for (const one of changed) await undone(one);
        return changed.every(({ amount }: Foreign) => amount === 0.2);
      },
    },
    {
      name: 'createReduceOnlyOrder',
      run: async () => undone(await client.createReduceOnlyOrder(SYMBOL, 'limit', 'sell', 0.1, await away(1.05))),
    },
  ];
}

/** Orders that wait for a price, by the older names. */
function waiting(client: Foreign, away: (factor: number) => Promise<number>): readonly Check[] {
  const ways: readonly (readonly [name: string, words: (price: number) => readonly unknown[]])[] = [
    ['createStopOrder', (price) => ['market', 'sell', 0.1, undefined, price]],
    ['createStopLimitOrder', (price) => ['sell', 0.1, price, price]],
    ['createStopMarketOrder', (price) => ['sell', 0.1, price]],
  ];
  return ways.map(([name, words]) => ({
    name,
    run: async () => {
      const order = await client[name](SYMBOL, ...words(await away(0.9)));
      return (await client.cancelOrder(order.id, SYMBOL, { trigger: true })).id === order.id;
    },
  }));
}
