import { DAY_MINUTES, DAY_MS, dayNumber, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';

/** The minute of the UTC day that contains an instant, 0 to 1,439. */
export function minuteOfDay(time: Instant): number {
  return Math.floor(time / MINUTE_MS) - dayNumber(time) * DAY_MINUTES;
}

/** Open of a minute of a day. */
export function minuteAt(day: number, minute: number): Instant {
  return instantOf(day * DAY_MS + minute * MINUTE_MS);
}

/**
 * One UTC day of one symbol, a row a minute. Prices in ticks, volumes in steps; a close of 0 marks a minute without a
 * market.
 */
export interface CandleDay {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
  readonly takerBuyVolume: Float64Array;
  readonly trades: Int32Array;
}

export function emptyCandleDay(): CandleDay {
  const prices = () => new Int32Array(DAY_MINUTES);
  const volumes = () => new Float64Array(DAY_MINUTES);
  return {
    open: prices(),
    high: prices(),
    low: prices(),
    close: prices(),
    volume: volumes(),
    takerBuyVolume: volumes(),
    trades: prices(),
  };
}
