import { MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';

const COUNT_MAX = 2 ** 31 - 1;

/**
 * Why a candle cannot be one; null when it can. The source has parsed it already: this is the last door before candles
 * are stored and decided upon.
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
 * The candle as it is stored. Volumes of coins worth fractions of a cent can be more steps in a minute than a column
 * holds: they count as that many, which is more than any order could take.
 */
export function storable(candle: Candle): Candle {
  return candle.volume <= COUNT_MAX ? candle : { ...candle, volume: COUNT_MAX };
}

/** Whether two candles say the same. */
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
