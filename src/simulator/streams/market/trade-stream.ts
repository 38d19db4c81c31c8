import type { Instant } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AggregateTrade } from '../../market/market.ts';
import { singleQuantity } from '../../market/tape/single-trade.ts';
import { type Beat, type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

const EVERY_MS = 100;

/**
 * `aggTrade` or `trade`: one message per aggregate or single trade. While market time runs faster than wall time, only the
 * latest one of each tenth of a second is sent.
 */
export function tradeStream(
  { kind, symbol }: { readonly kind: 'agg-trade' | 'trade'; readonly symbol: string },
  { market, tape }: StreamSources,
): MarketStream {
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
      if (kind === 'agg-trade') {
        return trades.map((trade) => JSON.stringify(aggregateMessage(trade, instrument, beat.now)));
      }
      const messages = trades.flatMap((trade) => singleMessages(trade, instrument, beat.now));
      return (beat.isConflated ? messages.slice(-1) : messages).map((message) => JSON.stringify(message));
    },
  };
}

/** `m`: whether the buyer was the maker. No retail-improvement orders are simulated, so `nq` is all of the quantity. */
function aggregateMessage(trade: AggregateTrade, instrument: Instrument, eventTime: Instant): object {
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

/** The exchange sends this stream without documenting it. `X` names the kind of the trade. */
function singleMessages(trade: AggregateTrade, instrument: Instrument, eventTime: Instant): readonly object[] {
  return Array.from({ length: trade.lastId - trade.firstId + 1 }, (_, offset) => {
    const id = trade.firstId + offset;
    return {
      e: 'trade',
      E: eventTime,
      T: trade.time,
      s: instrument.symbol,
      t: id,
      p: priceText(instrument, trade.price),
      q: quantityText(instrument, singleQuantity(trade, id)),
      X: 'MARKET',
      m: trade.takerSide === 'SELL',
    };
  });
}
