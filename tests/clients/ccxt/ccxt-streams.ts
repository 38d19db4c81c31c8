import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, type ExchangeAccess, type Foreign, hasRows } from '../check.ts';

const SYMBOL = 'ETH/USDT:USDT';
const OTHER = 'BTC/USDT:USDT';
/** Its streams do not say when they are open. */
const OPENS_MS = 3_000;

/** Streams of the market, each ended again, and of the account. */
export function ccxtStreams(client: Foreign, liquidate: ExchangeAccess['liquidate']): readonly Check[] {
  const buy = () => client.createOrder(SYMBOL, 'market', 'buy', 0.1);
  return [
    ...market(client),
    ...ends(client),
    told('watchOrders', () => client.watchOrders(SYMBOL), buy),
    told('watchMyTrades', () => client.watchMyTrades(SYMBOL), buy),
    told('watchPositions', () => client.watchPositions([SYMBOL]), buy),
    told('watchBalance', async () => [(await client.watchBalance()).USDT.total].filter((total) => total > 0), buy),
    {
      name: 'watchLiquidations, watchLiquidationsForSymbols, watchMyLiquidations, watchMyLiquidationsForSymbols',
      run: async () => {
        const acts = async (): Promise<true> => {
          await sleep(OPENS_MS);
          await liquidate('ETHUSDT');
          return true;
        };
        const [, ...all] = await Promise.all([
          acts(),
          client.watchLiquidations(SYMBOL),
          client.watchLiquidationsForSymbols([SYMBOL]),
          client.watchMyLiquidations(SYMBOL),
          client.watchMyLiquidationsForSymbols([SYMBOL]),
        ]);
        return all.every((rows) => hasRows(rows));
      },
    },
    { name: 'close', run: () => client.close() },
  ];
}

function market(client: Foreign): readonly Check[] {
  const pairs = [SYMBOL, OTHER];
  const candles = pairs.map((symbol) => [symbol, '1m']);
  return [
    { name: 'watchTicker', run: async () => (await client.watchTicker(SYMBOL)).last > 0 },
    { name: 'watchTickers', run: async () => Object.keys(await client.watchTickers(pairs)).length > 0 },
    { name: 'watchBidsAsks', run: async () => Object.keys(await client.watchBidsAsks([SYMBOL])).length > 0 },
    { name: 'watchOrderBook', run: async () => hasRows((await client.watchOrderBook(SYMBOL)).bids) },
    {
      name: 'watchOrderBookForSymbols',
      run: async () => hasRows((await client.watchOrderBookForSymbols(pairs)).bids),
    },
    { name: 'watchTrades', run: async () => hasRows(await client.watchTrades(SYMBOL)) },
    { name: 'watchTradesForSymbols', run: async () => hasRows(await client.watchTradesForSymbols(pairs)) },
    { name: 'watchOHLCV', run: async () => hasRows(await client.watchOHLCV(SYMBOL, '1m')) },
    {
      name: 'watchOHLCVForSymbols',
      run: async () => Object.keys(await client.watchOHLCVForSymbols(candles)).length > 0,
    },
    { name: 'watchMarkPrice', run: async () => (await client.watchMarkPrice(SYMBOL)).markPrice > 0 },
    { name: 'watchMarkPrices', run: async () => Object.keys(await client.watchMarkPrices([OTHER])).length > 0 },
  ];
}

/** Subscriptions that are ended as they were begun. */
function ends(client: Foreign): readonly Check[] {
  const pairs = [SYMBOL, OTHER];
  const ways: readonly (readonly [name: string, ...words: unknown[]])[] = [
    ['unWatchTicker', SYMBOL],
    ['unWatchTickers', pairs],
    ['unWatchBidsAsks', [SYMBOL]],
    ['unWatchOrderBook', SYMBOL],
    ['unWatchOrderBookForSymbols', pairs],
    ['unWatchTrades', SYMBOL],
    ['unWatchTradesForSymbols', pairs],
    ['unWatchOHLCV', SYMBOL, '1m'],
    ['unWatchOHLCVForSymbols', pairs.map((symbol) => [symbol, '1m'])],
    ['unWatchMarkPrice', SYMBOL],
    ['unWatchMarkPrices', [OTHER]],
  ];
  return ways.map(([name, ...words]) => ({ name, run: () => client[name](...words) }));
}

/** A stream of the account that must tell something once the account has acted. */
function told(name: string, watch: () => Foreign, act: () => Foreign): Check {
  return {
    name,
    async run() {
      const acts = async (): Promise<void> => {
        await sleep(OPENS_MS);
        await act();
      };
      const [rows] = await Promise.all([watch(), acts()]);
      return hasRows(rows);
    },
  };
}
