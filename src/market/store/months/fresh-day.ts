import { at } from '#base/assert.ts';
import { DAY_MINUTES, DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { CandleBlock, GrowingBar } from './candle-block.ts';

/** One UTC day of a symbol in memory, one row per minute. */
export interface FreshDay extends CandleBlock {
  readonly start: Instant;
  /** Adds a candle of this day. */
  put(candle: Candle): void;
}

/** @param day - days since 1970 */
export function freshDay(day: number): FreshDay {
  const start = instantOf(day * DAY_MS);
  const column = () => new Int32Array(DAY_MINUTES);
  const [open, high, low, close, volume] = [column(), column(), column(), column(), column()];
  const widen = (reach: { low: number; high: number }, from: number, to: number): void => {
    for (let row = from; row < to; row += 1) {
      if (close[row] === 0) continue;
      reach.low = Math.min(reach.low, at(low, row));
      reach.high = Math.max(reach.high, at(high, row));
    }
  };
  return {
    start,
    put(candle) {
      const row = (candle.time - start) / MINUTE_MS;
      open[row] = candle.open;
      high[row] = candle.high;
      low[row] = candle.low;
      close[row] = candle.close;
      volume[row] = candle.volume;
    },
    candle(row) {
      if (close[row] === 0) return null; // No price is zero, so this minute was never added.
      return {
        time: later(start, row * MINUTE_MS),
        open: at(open, row),
        high: at(high, row),
        low: at(low, row),
        close: at(close, row),
        volume: at(volume, row),
      };
    },
    widen,
    join(bar: GrowingBar, from, to) {
      widen(bar, from, to);
      for (let row = from; row < to; row += 1) {
        const closed = at(close, row);
        if (closed === 0) continue;
        if (bar.close === 0) bar.open = at(open, row);
        bar.close = closed;
        bar.volume += at(volume, row);
      }
    },
  };
}
