import { type Check, type Foreign, hasRows } from '../check.ts';

const SYMBOL = 'ETH/USDT:USDT';

/** Calls over the WebSocket API. */
export function ccxtSockets(client: Foreign): readonly Check[] {
  let resting: Foreign = null;
  const price = async (factor: number): Promise<number> =>
    Number(client.priceToPrecision(SYMBOL, (await client.fetchTicker(SYMBOL)).last * factor));
  return [
    { name: 'fetchTickerWs', run: async () => (await client.fetchTickerWs(SYMBOL)).bid > 0 },
    { name: 'fetchOrderBookWs', run: async () => hasRows((await client.fetchOrderBookWs(SYMBOL, 10)).bids) },
    { name: 'fetchBalanceWs', run: async () => (await client.fetchBalanceWs()).USDT.total > 0 },
    {
      name: 'createOrderWs',
      run: async () => {
        resting = await client.createOrderWs(SYMBOL, 'limit', 'buy', 0.1, await price(0.95));
        return resting.status === 'open';
      },
    },
    { name: 'fetchOrderWs', run: async () => (await client.fetchOrderWs(resting.id, SYMBOL)).id === resting.id },
    {
      name: 'editOrderWs',
      run: async () => {
        resting = await client.editOrderWs(resting.id, SYMBOL, 'limit', 'buy', 0.2, await price(0.94));
        return resting.amount === 0.2;
      },
    },
    { name: 'cancelOrderWs', run: async () => (await client.cancelOrderWs(resting.id, SYMBOL)).id === resting.id },
    {
      name: 'createMarketOrderWs',
      run: async () => (await client.createMarketOrderWs(SYMBOL, 'buy', 0.1)).id !== undefined,
    },
    { name: 'fetchPositionsWs', run: async () => hasRows(await client.fetchPositionsWs([SYMBOL])) },
    { name: 'fetchPositionWs', run: async () => hasRows(await client.fetchPositionWs(SYMBOL)) },
  ];
}
