import type { Instant } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AggregateTrade } from '../../market/market.ts';
import { type Beat, type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

const EVERY_MS = 100;

/**
 * `aggTrade`: one message per aggregate trade. While market time runs faster than wall time, only the latest one of
 * each tenth of a second is sent.
 */
export function tradeStream({ symbol }: { readonly symbol: string }, { market, tape }: StreamSources): MarketStream {
  const instrument = market.symbols.get(symbol)?.instrument;
  let toldMs = Number.NEGATIVE_INFINITY;
  const due = (trades: readonly AggregateTrade[], { isConflated, paceMs }: Beat): readonly AggregateTrade[] => {
    if (!isConflated || trades.length === 0) return trades;
    if (paceMs - toldMs < EVERY_MS) return [];
    toldMs = paceMs;
    return trades.slice(-1);
  };
  return {
    follows: [symbol],
    everyMs: 0,
    tell(beat) {
      if (instrument === undefined) return [];
      const trades = due(tape.pulse(symbol).fresh, beat);
      return trades.map((trade) => JSON.stringify(tradeMessage(trade, instrument, beat.now)));
    },
  };
}

/** `m`: whether the buyer was the maker. No retail-improvement orders are simulated, so `nq` is all of the quantity. */
function tradeMessage(trade: AggregateTrade, instrument: Instrument, eventTime: Instant): object {
  const quantity = quantityText(instrument, trade.quantity);
  return {
    e: 'aggTrade',
    E: eventTime,
    s: instrument.symbol,
    a: trade.id,
    p: priceText(instrument, trade.price),
    q: quantity,
    nq: quantity,
    f: trade.firstId,
    l: trade.lastId,
    T: trade.time,
    m: trade.takerSide === 'SELL',
    st: ST_USDT_MARGINED,
  };
}
