import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';

/** One closed minute of a symbol: prices in ticks, volume in steps, `time` the open of the minute. */
export interface Candle {
  readonly time: Instant;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The mark over one minute, in ticks: the exchange's finer mark, rounded to the nearest tick. */
export type MarkMinute = Pick<Candle, 'open' | 'high' | 'low' | 'close'>;

/** Columns of consecutive minutes: index = minute since `start`. Prices in ticks, volume in steps. */
export interface CandleColumns {
  readonly start: Instant;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Int32Array;
}

/** From the open of a minute to its last millisecond, the timestamp of everything that happens inside the minute. */
export const CLOSE_OFFSET_MS: number = MINUTE_MS - 1;

/**
 * The timestamp of the first close at which something scheduled for an instant is due. A close carries the last
 * millisecond of its minute but represents the open of the next minute, when its decisions take effect.
 */
export function closeWhenDue(due: Instant): Instant {
  return instantOf(due - 1);
}
