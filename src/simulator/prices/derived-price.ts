import { multiplyDivide, RATE_ONE } from '#base/exact.ts';
import type { Candle } from '#engine/model/candle.ts';

/** A minute of a derived price (mark or index), in ticks. */
export type PriceCandle = Pick<Candle, 'time' | 'open' | 'high' | 'low' | 'close'>;

/**
 * A price moved by a rate in 1e-8, on the tick grid. It is monotonic, so prices derived from a candle's prints stay
 * within the derived candle.
 *
 * @param price - last traded, in ticks
 * @param rate - of the minute: distance of mark, index or spot from the contract
 */
export function derivedPrice(price: number, rate: number): number {
  return Math.max(1, multiplyDivide(price, RATE_ONE + rate, RATE_ONE, 'half-up'));
}

/** The derived price over the minute of a candle. */
export function derivedCandle({ time, open, high, low, close }: Candle, rate: number): PriceCandle {
  return {
    time,
    open: derivedPrice(open, rate),
    high: derivedPrice(high, rate),
    low: derivedPrice(low, rate),
    close: derivedPrice(close, rate),
  };
}
