import { assert } from '#base/assert.ts';
import { DAY_MINUTES, dayNumber, instantOf, MINUTE_MS } from '#base/time.ts';
import { type CalendarMonth, monthEnd } from '../../candle-files/month/calendar-month.ts';
import { monthBuilder } from '../../candle-files/month/month-builder.ts';
import type { Grids, Month } from '../../candle-files/month/month-file.ts';
import type { FreshDay } from './fresh-day.ts';
import type { StoredMonth } from './stored-month.ts';

/** The parts of a month: its file, and the days in memory that replace those of the file. */
export interface MonthParts extends Grids {
  readonly symbol: string;
  readonly month: CalendarMonth;
  /** Null when there is no file yet. */
  readonly stored: StoredMonth | null;
  /** With the file, at least one minute. */
  readonly days: readonly FreshDay[];
}

/** Merges the newest days into the month. */
export function mergedMonth({ symbol, month, stored, days, ...grids }: MonthParts): Month {
  const fresh = new Map(days.map((day) => [dayNumber(day.start), day]));
  const builder = monthBuilder(symbol, grids);
  const [first, last] = [dayNumber(instantOf(Date.parse(`${month}-01`))), dayNumber(monthEnd(month))];
  for (let number = first; number < last; number += 1) {
    const day = fresh.get(number);
    const block = day ?? stored;
    if (block === null) continue;
    const offset = day === undefined ? number * DAY_MINUTES - block.start / MINUTE_MS : 0;
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      const candle = block.candle(offset + minute);
      if (candle !== null) builder.add(candle);
    }
  }
  const merged = builder.finish();
  assert(merged !== null, `${symbol} has candles in ${month}`);
  return merged;
}
