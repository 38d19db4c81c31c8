import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { ExchangeOrder } from '../../exchange/rows.ts';
import { type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

const EVERY_MS = 1_000;

/** `forceOrder` of one symbol: the latest liquidation of each second in which there was one. */
export function forceOrderStream({ symbol }: { readonly symbol: string }, sources: StreamSources): MarketStream {
  const news = newsOf(sources, symbol);
  return { follows: [], everyMs: EVERY_MS, tell: ({ now }) => news(now).map((message) => JSON.stringify(message)) };
}

/** `!forceOrder@arr`: the same of all symbols, one message each. */
export function forceOrdersStream(sources: StreamSources): MarketStream {
  const all = [...sources.market.symbols.keys()].map((symbol) => [symbol, newsOf(sources, symbol)] as const);
  return {
    follows: [],
    everyMs: EVERY_MS,
    tell: ({ now }) =>
      all.flatMap(([symbol, news]) =>
        news(now).map((message) => JSON.stringify({ ...message, ps: symbol, st: ST_USDT_MARGINED })),
      ),
  };
}

function newsOf({ market, liquidations }: StreamSources, symbol: string): (now: Instant) => readonly object[] {
  const instrument = market.symbols.get(symbol)?.instrument;
  let told = liquidations.count();
  return (now) => {
    const latest = liquidations.latest(symbol);
    if (instrument === undefined || latest === null || latest.number <= told) return [];
    told = latest.number;
    return [forceOrderMessage(latest.order, instrument, now)];
  };
}

/** The order takes the whole position at once, at its mark. */
function forceOrderMessage(order: ExchangeOrder, instrument: Instrument, eventTime: Instant): object {
  const price = priceText(instrument, order.price ?? ticks(0));
  return {
    e: 'forceOrder',
    E: eventTime,
    o: {
      s: order.symbol,
      S: order.side,
      o: 'LIMIT',
      f: order.timeInForce,
      q: quantityText(instrument, order.quantity),
      p: price,
      ap: price,
      X: order.status,
      l: quantityText(instrument, order.executed),
      z: quantityText(instrument, order.executed),
      T: order.updatedAt,
    },
  };
}
