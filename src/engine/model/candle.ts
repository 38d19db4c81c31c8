import type { Instant } from '#base/time.ts';

/** One closed minute of a symbol: prices in ticks, volume in steps, `time` the open of the minute. */
export interface Candle {
  readonly time: Instant;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Columns of consecutive minutes: index = minute since `start`. Prices in ticks, volume in steps. */
export interface CandleColumns {
  readonly start: Instant;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Int32Array;
}

/** The last instant of a minute that opened at `time`: what happened inside it is stamped so. */
export const CLOSE_OFFSET_MS = 59_999;
