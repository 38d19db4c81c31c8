import { setTimeout as sleep } from 'node:timers/promises';
import type { Check, ExchangeAccess, Foreign } from '../check.ts';

const symbol = 'BTCUSDT';
/** Its streams do not say when they are open. */
const OPENS_MS = 2_000;

/** Subscriptions with a figure of what each must bring. */
const STREAMS: readonly (readonly [name: string, words: readonly unknown[], figure: (told: Foreign) => unknown])[] = [
  ['futuresDepth', [symbol], ({ bidDepth }) => bidDepth.length],
  ['futuresPartialDepth', [{ symbol, level: 5 }], ({ bidDepth }) => bidDepth.length],
  ['futuresRpiDepth', [symbol], ({ bidDepth }) => bidDepth.length],
  ['futuresCandles', [symbol, '1m'], ({ close }) => close],
  ['futuresTicker', [symbol], ({ curDayClose }) => curDayClose],
  ['futuresAllTickers', [], (all) => all.length],
  ['futuresAggTrades', [symbol], ({ price }) => price],
  ['futuresBookTicker', [symbol], ({ bestBid, bidPrice }) => bestBid ?? bidPrice],
  ['futuresAllBookTickers', [], ({ bestBid, bidPrice }) => bestBid ?? bidPrice],
  ['futuresMarkPrice', [{ symbol, updateSpeed: '1s' }], ({ markPrice }) => markPrice],
  ['futuresAllMarkPrices', [{ updateSpeed: '1s' }], (all) => all.length],
  ['futuresContinuousCandles', [{ pair: 'btcusdt', contractType: 'perpetual' }, '1m'], ({ close }) => close],
];

/** Streams of the market and of the account. */
export function nodeStreams(client: Foreign, liquidate: ExchangeAccess['liquidate']): readonly Check[] {
  const market = STREAMS.map(([name, words, figure]) => ({
    name,
    run: async () => Number(figure(await first((tell) => client.ws[name](...words, tell)))) > 0,
  }));
  return [
    ...market,
    {
      name: 'futuresUser tells of an order',
      run: async () => {
        const told = first((tell) =>
          client.ws.futuresUser((event: Foreign) => event.eventType === 'ORDER_TRADE_UPDATE' && tell(event)),
        );
        await sleep(OPENS_MS);
        await client.futuresOrder({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' });
        return (await told).symbol === symbol;
      },
    },
    {
      name: 'futuresLiquidations, futuresAllLiquidations tell of a liquidation',
      run: async () => {
        const told = [
          first((tell) => client.ws.futuresLiquidations(symbol, tell)),
          first((tell) => client.ws.futuresAllLiquidations(tell)),
        ];
        await sleep(OPENS_MS);
        await liquidate(symbol);
        return (await Promise.all(told)).every((order) => order.symbol === symbol);
      },
    },
  ];
}

/** The first thing that a stream tells; then it is closed. */
async function first(open: (tell: (told: Foreign) => void) => Foreign): Promise<Foreign> {
  const { promise, resolve } = Promise.withResolvers<Foreign>();
  const close = await open(resolve);
  const told = await promise;
  close({ delay: 0, fastClose: true, keepClosed: true });
  return told;
}
