import { MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';

/** The most ticks or steps that a column of candles holds. */
export const COUNT_MAX = 2 ** 31 - 1;

/**
 * Why a candle is impossible; null for a possible one. The source has already parsed it: this is the last check before
 * candles are stored and used for decisions.
 */
export function complaintOf(candle: Candle): string | null {
  const { time, open, high, low, close, volume } = candle;
  if (!Number.isSafeInteger(time) || time % MINUTE_MS !== 0) return `${time} does not open a minute`;
  for (const price of [open, high, low, close]) {
    if (!Number.isInteger(price) || price < 1 || price > COUNT_MAX)
      return `a price is ${price} ticks, not 1 to ${COUNT_MAX}`;
  }
  if (!Number.isSafeInteger(volume) || volume < 0) return `the volume is ${volume} steps, not zero or more`;
  if (low > Math.min(open, close)) return `the low ${low} lies above open ${open} or close ${close}`;
  if (high < Math.max(open, close)) return `the high ${high} lies below open ${open} or close ${close}`;
  return null;
}

/**
 * The candle as it is stored. The volume of a very cheap coin can exceed the range of its column; it is then capped
 * there, which is still more than any order could fill.
 */
export function storable(candle: Candle): Candle {
  return candle.volume <= COUNT_MAX ? candle : { ...candle, volume: COUNT_MAX };
}

/** Whether two candles are equal. */
export function isSameCandle(one: Candle, other: Candle): boolean {
  return (
    one.time === other.time &&
    one.open === other.open &&
    one.high === other.high &&
    one.low === other.low &&
    one.close === other.close &&
    one.volume === other.volume
  );
}
