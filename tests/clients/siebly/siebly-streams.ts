import type { WebsocketClient } from 'binance';
import type { Check, ExchangeAccess, Foreign } from '../check.ts';

const symbol = 'BTCUSDT';
type Subscribe = (client: WebsocketClient) => Promise<unknown>;

/** Subscriptions by the type of the event that each must bring. */
const STREAMS: readonly (readonly [name: string, event: string, subscribe: Subscribe])[] = [
  ['subscribeAggregateTrades', 'aggTrade', (client) => client.subscribeAggregateTrades(symbol, 'usdm')],
  // Left alone it asks for them below /private, where the exchange delivers none.
  ['subscribeTrades', 'trade', (client) => client.subscribeTrades(symbol, 'usdm', 'usdmMarket')],
  ['subscribeMarkPrice', 'markPriceUpdate', (client) => client.subscribeMarkPrice(symbol, 'usdm', 1000)],
  ['subscribeAllMarketMarkPrice', 'markPriceUpdate[]', (client) => client.subscribeAllMarketMarkPrice('usdm', 1000)],
  ['subscribeKlines', 'kline', (client) => client.subscribeKlines(symbol, '1m', 'usdm')],
  [
    'subscribeContinuousContractKlines',
    'continuous_kline',
    (client) => client.subscribeContinuousContractKlines(symbol, 'perpetual', '1m', 'usdm'),
  ],
  ['subscribeSymbolMini24hrTicker', '24hrMiniTicker', (client) => client.subscribeSymbolMini24hrTicker(symbol, 'usdm')],
  ['subscribeAllMini24hrTickers', '24hrMiniTicker[]', (client) => client.subscribeAllMini24hrTickers('usdm')],
  ['subscribeSymbol24hrTicker', '24hrTicker', (client) => client.subscribeSymbol24hrTicker(symbol, 'usdm')],
  ['subscribeAll24hrTickers', '24hrTicker[]', (client) => client.subscribeAll24hrTickers('usdm')],
  ['subscribeSymbolBookTicker', 'bookTicker', (client) => client.subscribeSymbolBookTicker(symbol, 'usdm')],
  ['subscribeAllBookTickers', 'bookTicker', (client) => client.subscribeAllBookTickers('usdm')],
  ['subscribePartialBookDepths', 'depthUpdate', (client) => client.subscribePartialBookDepths(symbol, 5, 100, 'usdm')],
  ['subscribeDiffBookDepth', 'depthUpdate', (client) => client.subscribeDiffBookDepth('ETHUSDT', 100, 'usdm')],
];

/** Streams of the market, and of the account, whose events are those of an order. */
export function sieblyStreams(
  client: WebsocketClient,
  account: { readonly client: Foreign; readonly liquidate: ExchangeAccess['liquidate'] },
): readonly Check[] {
  const heard: string[] = [];
  let wake = (): void => {};
  client.on('message', (message: Foreign) => {
    const data = message.data ?? message;
    heard.push(Array.isArray(data) ? `${data[0]?.e}[]` : String(data.e));
    wake();
  });
  client.on('exception', () => {});
  const news = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const hears = async (event: string, since: number): Promise<boolean> => {
    while (!heard.slice(since).includes(event)) await news();
    return true;
  };
  const market = STREAMS.map(([name, event, subscribe]) => ({
    name,
    run: async () => {
      const since = heard.length;
      await subscribe(client);
      return hears(event, since);
    },
  }));
  return [
    ...market,
    {
      name: 'subscribeUsdFuturesUserDataStream tells of an order',
      run: async () => {
        const opened = new Promise<void>((resolve) => {
          client.on('open', ({ wsKey }) =>
            wsKey.includes('private') || wsKey.includes('userData') ? resolve() : undefined,
          );
        });
        await client.subscribeUsdFuturesUserDataStream();
        await opened;
        const since = heard.length;
        await account.client.submitNewOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: 0.01 });
        return hears('ORDER_TRADE_UPDATE', since);
      },
    },
    {
      name: 'subscribeSymbolLiquidationOrders, subscribeAllLiquidationOrders, getForceOrders tell of a liquidation',
      run: async () => {
        await client.subscribeSymbolLiquidationOrders(symbol, 'usdm');
        await client.subscribeAllLiquidationOrders('usdm');
        const since = heard.length;
        await account.liquidate(symbol);
        while (heard.slice(since).filter((event) => event === 'forceOrder').length < 2) await news();
        return (await account.client.getForceOrders({ symbol })).length === 1;
      },
    },
    { name: 'closeAll', run: async () => client.closeAll(true) },
  ];
}
