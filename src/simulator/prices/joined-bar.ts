import { at } from '#base/assert.ts';
import { DAY_MINUTES, dayNumber, type Instant, later, MINUTE_MS } from '#base/time.ts';
import { type CandleDay, minuteOfDay } from './days/day.ts';
import type { MarketCandle } from './market-candle.ts';

/** The minutes whose opens are in [from, to). */
interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Consecutive minutes as one bar that opens at `from`, read from the columns without creating candles. Minutes without
 * a market are skipped; null when none has one.
 */
export function joinedBar(candles: (day: number) => CandleDay, { from, to }: Span): MarketCandle | null {
  if (from >= to) return null;
  const last = later(to, -MINUTE_MS);
  const [firstDay, lastDay] = [dayNumber(from), dayNumber(last)];
  const bar = { time: from, open: 0, high: 0, low: 0, close: 0, volume: 0, takerBuyVolume: 0, trades: 0 };
  for (let number = firstDay; number <= lastDay; number += 1) {
    const begin = number === firstDay ? minuteOfDay(from) : 0;
    const end = number === lastDay ? minuteOfDay(last) + 1 : DAY_MINUTES;
    addDay(bar, candles(number), { begin, end });
  }
  return bar.close === 0 ? null : bar;
}

type Growing = { -readonly [Name in keyof MarketCandle]: MarketCandle[Name] };

/** Adds the rows [begin, end) of a day. */
function addDay(bar: Growing, day: CandleDay, { begin, end }: { readonly begin: number; readonly end: number }): void {
  for (let row = begin; row < end; row += 1) {
    const close = at(day.close, row);
    if (close === 0) continue;
    const isFirst = bar.close === 0;
    if (isFirst) bar.open = at(day.open, row);
    bar.high = Math.max(bar.high, at(day.high, row));
    bar.low = isFirst ? at(day.low, row) : Math.min(bar.low, at(day.low, row));
    bar.close = close;
    bar.volume += at(day.volume, row);
    bar.takerBuyVolume += at(day.takerBuyVolume, row);
    bar.trades += at(day.trades, row);
  }
}
