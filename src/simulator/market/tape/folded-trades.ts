import { at } from '#base/assert.ts';
import type { Instant } from '#base/time.ts';
import type { ValuedBar } from '../../prices/past-bars.ts';
import type { AggregateTrade } from '../market.ts';

/**
 * The sum of some trades of a minute.
 * @param trades - at least one, oldest first
 */
export function foldedTrades(minute: Instant, trades: readonly AggregateTrade[]): ValuedBar {
  const { price: open, firstId } = at(trades, 0);
  const { price: close, lastId } = at(trades, trades.length - 1);
  const candle = { time: minute, open, high: open, low: open, close, volume: 0, takerBuyVolume: 0 };
  const value = { traded: 0, bought: 0 };
  for (const { price, quantity, takerSide } of trades) {
    if (price > candle.high) candle.high = price;
    if (price < candle.low) candle.low = price;
    candle.volume += quantity;
    value.traded += price * quantity;
    if (takerSide === 'SELL') continue;
    candle.takerBuyVolume += quantity;
    value.bought += price * quantity;
  }
  return { candle: { ...candle, trades: lastId - firstId + 1 }, value };
}
