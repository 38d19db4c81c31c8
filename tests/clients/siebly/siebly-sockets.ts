import type { Check, Foreign } from '../check.ts';

const symbol = 'BTCUSDT';

/** Calls over the WebSocket API. */
export function sieblySockets(client: Foreign): readonly Check[] {
  let resting: Foreign = null;
  let waiting: Foreign = null;
  let price = 0;
  const result = async (answer: Promise<Foreign>): Promise<Foreign> => (await answer).result;
  const order = () => ({ symbol, orderId: resting.orderId, timestamp: Date.now() });
  const now = () => ({ timestamp: Date.now() });
  return [
    {
      name: 'getFuturesOrderBook',
      run: async () => (await result(client.getFuturesOrderBook({ symbol, limit: 10 }))).bids.length === 10,
    },
    {
      name: 'getFuturesSymbolPriceTicker',
      run: async () => {
        price = Math.floor(Number((await result(client.getFuturesSymbolPriceTicker({ symbol }))).price) * 0.95);
        return price > 0;
      },
    },
    {
      name: 'getFuturesSymbolOrderBookTicker',
      run: async () => Number((await result(client.getFuturesSymbolOrderBookTicker({ symbol }))).bidPrice) > 0,
    },
    {
      name: 'submitNewFuturesOrder',
      run: async () => {
        const limit = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price, ...now() };
        resting = await result(client.submitNewFuturesOrder('usdm', limit));
        return resting.status === 'NEW';
      },
    },
    {
      name: 'getFuturesOrderStatus',
      run: async () => (await result(client.getFuturesOrderStatus('usdm', order()))).status === 'NEW',
    },
    {
      name: 'modifyFuturesOrder',
      run: async () => {
        const change = { ...order(), side: 'BUY', quantity: 0.02, price: price - 1, origType: 'LIMIT' };
        return Number((await result(client.modifyFuturesOrder('usdm', change))).origQty) === 0.02;
      },
    },
    {
      name: 'cancelFuturesOrder',
      run: async () => (await result(client.cancelFuturesOrder('usdm', order()))).status === 'CANCELED',
    },
    {
      name: 'submitNewFuturesAlgoOrder',
      run: async () => {
        const order = { symbol, side: 'SELL', type: 'STOP_MARKET', quantity: 0.01, triggerPrice: price };
        waiting = await result(client.submitNewFuturesAlgoOrder({ algoType: 'CONDITIONAL', ...order, ...now() }));
        return waiting.algoId > 0;
      },
    },
    {
      name: 'cancelFuturesAlgoOrder',
      run: async () =>
        (await result(client.cancelFuturesAlgoOrder({ algoId: waiting.algoId, ...now() }))).algoId === waiting.algoId,
    },
    {
      name: 'getFuturesPosition, getFuturesPositionV2',
      run: async () => {
        const one = { symbol, ...now() };
        const [[row], [old]] = [
          await result(client.getFuturesPosition('usdm', one)),
          await result(client.getFuturesPositionV2(one)),
        ];
        return Number(row.positionAmt) > 0 && row.positionAmt === old.positionAmt;
      },
    },
    {
      name: 'getFuturesAccountBalance, getFuturesAccountBalanceV2',
      run: async () => {
        const [[row], [old]] = [
          await result(client.getFuturesAccountBalance('usdm', now())),
          await result(client.getFuturesAccountBalanceV2(now())),
        ];
        return Number(row.balance) > 0 && row.balance === old.balance;
      },
    },
    {
      name: 'getFuturesAccountStatus, getFuturesAccountStatusV2',
      run: async () => {
        const [told, old] = [
          await result(client.getFuturesAccountStatus('usdm', now())),
          await result(client.getFuturesAccountStatusV2(now())),
        ];
        return Number(told.totalWalletBalance) > 0 && told.totalWalletBalance === old.totalWalletBalance;
      },
    },
    { name: 'disconnectAll', run: async () => client.disconnectAll() },
  ];
}
