import { type Check, type Foreign, hasRows } from '../check.ts';

/** Ids of its orders are below 2^53, as this client needs. */
const symbol = 'BTCUSDT';

/** Orders from the first to the last; at the end there is a position. */
export function sieblyOrders(client: Foreign): readonly Check[] {
  let resting: Foreign = null;
  let price = 0;
  const limit = () => ({ symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price });
  const batched = () => ({ ...limit(), quantity: '0.01', price: String(price) });
  const order = () => ({ symbol, orderId: resting.orderId });
  const place = async (): Promise<Foreign> => {
    resting = await client.submitNewOrder(limit());
    return resting;
  };
  const ids = (rows: Foreign): readonly number[] => rows.map(({ orderId }: { orderId: number }) => orderId);
  return [
    {
      name: 'testOrder',
      async run() {
        price = Math.floor(Number((await client.getSymbolPriceTicker({ symbol })).price) * 0.95);
        return typeof (await client.testOrder(limit())) === 'object';
      },
    },
    { name: 'submitNewOrder', run: async () => (await place()).status === 'NEW' },
    { name: 'getOrder', run: async () => (await client.getOrder(order())).orderId === resting.orderId },
    { name: 'getCurrentOpenOrder', run: async () => (await client.getCurrentOpenOrder(order())).status === 'NEW' },
    { name: 'getAllOpenOrders', run: async () => (await client.getAllOpenOrders({ symbol })).length === 1 },
    {
      name: 'modifyOrder',
      run: async () => {
        const changed = await client.modifyOrder({ ...order(), side: 'BUY', quantity: 0.02, price: price - 1 });
        return Number(changed.origQty) === 0.02;
      },
    },
    { name: 'getOrderModifyHistory', run: async () => hasRows(await client.getOrderModifyHistory(order())) },
    { name: 'cancelOrder', run: async () => (await client.cancelOrder(order())).status === 'CANCELED' },
    {
      name: 'submitMultipleOrders, modifyMultipleOrders, cancelMultipleOrders',
      run: async () => {
        const placed = ids(await client.submitMultipleOrders([batched(), batched()]));
        const changes = placed.map((orderId) => ({
          orderId,
          symbol,
          side: 'BUY',
          quantity: '0.02',
          price: `${price}`,
        }));
        const changed = await client.modifyMultipleOrders(changes);
        const ended = await client.cancelMultipleOrders({ symbol, orderIdList: placed });
        const isEnded = ended.every(({ status }: { status: string }) => status === 'CANCELED');
        return changed.every(({ origQty }: { origQty: string }) => Number(origQty) === 0.02) && isEnded;
      },
    },
    {
      name: 'setCancelOrdersOnTimeout',
      run: async () => {
        await client.setCancelOrdersOnTimeout({ symbol, countdownTime: 60_000 });
        return Number((await client.setCancelOrdersOnTimeout({ symbol, countdownTime: 0 })).countdownTime) === 0;
      },
    },
    {
      name: 'cancelAllOpenOrders',
      run: async () => {
        await place();
        await client.cancelAllOpenOrders({ symbol });
        return (await client.getAllOpenOrders({ symbol })).length === 0;
      },
    },
    {
      name: 'submitNewOrder at the market',
      run: async () =>
        (
          await client.submitNewOrder({
            symbol,
            side: 'BUY',
            type: 'MARKET',
            quantity: 0.01,
            newOrderRespType: 'RESULT',
          })
        ).status === 'FILLED',
    },
  ];
}

/** Orders that wait for a price. */
export function sieblyConditional(client: Foreign): readonly Check[] {
  let waiting: Foreign = null;
  const place = async (): Promise<Foreign> => {
    const { markPrice } = await client.getMarkPrice({ symbol });
    const triggerPrice = Math.floor(Number(markPrice) * 0.9);
    const order = { symbol, side: 'SELL', type: 'STOP_MARKET', quantity: 0.01, reduceOnly: 'true', triggerPrice };
    waiting = await client.submitNewAlgoOrder({ algoType: 'CONDITIONAL', ...order });
    return waiting;
  };
  const one = () => ({ algoId: waiting.algoId });
  return [
    { name: 'submitNewAlgoOrder', run: async () => (await place()).algoStatus === 'NEW' },
    { name: 'getAlgoOrder', run: async () => (await client.getAlgoOrder(one())).algoId === waiting.algoId },
    { name: 'getOpenAlgoOrders', run: async () => (await client.getOpenAlgoOrders({ symbol })).length === 1 },
    { name: 'cancelAlgoOrder', run: async () => (await client.cancelAlgoOrder(one())).algoId === waiting.algoId },
    {
      name: 'cancelAllAlgoOpenOrders',
      run: async () => {
        await place();
        await client.cancelAllAlgoOpenOrders({ symbol });
        return (await client.getOpenAlgoOrders({ symbol })).length === 0;
      },
    },
    { name: 'getAllAlgoOrders', run: async () => (await client.getAllAlgoOrders({ symbol })).length === 2 },
  ];
}
