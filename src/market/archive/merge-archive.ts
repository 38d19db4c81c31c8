import { existsSync } from 'node:fs';
import { DAY_MS, dayNumber, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { monthPath } from '../candle-files/folder.ts';
import type { CalendarMonth } from '../candle-files/month/calendar-month.ts';
import { type Grids, monthBytes } from '../candle-files/month/month-file.ts';
import { type FreshDay, freshDay } from '../store/months/fresh-day.ts';
import { mergedMonth } from '../store/months/merge-month.ts';
import { loadMonthNow, type StoredMonth } from '../store/months/stored-month.ts';
import { isSameCandle } from '../store/sound-candle.ts';
import { writeWhole } from '../store/write-whole.ts';

/** What an import changed. */
export interface MergeCounts {
  added: number;
  same: number;
  /** Minutes that were stored with other values: the file was reissued, or another source differed. */
  changed: number;
  firstChanged: Instant | null;
}

export interface MergedInto extends Grids {
  /** The folder of all candles. */
  readonly folder: string;
  readonly symbol: string;
}

/**
 * Writes candles into the file of their month, replacing stored minutes; all of them or none.
 * @param candles - of that month, ascending
 */
export async function mergeCandles(
  { folder, symbol, tick, step }: MergedInto,
  month: CalendarMonth,
  candles: readonly Candle[],
): Promise<MergeCounts> {
  const file = monthPath(folder, symbol, month);
  const stored = existsSync(file) ? loadMonthNow(file) : null;
  const counts: MergeCounts = { added: 0, same: 0, changed: 0, firstChanged: null };
  const days = new Map<number, FreshDay>();
  for (const candle of candles) {
    const number = dayNumber(candle.time);
    const day = days.get(number) ?? storedDay(stored, number);
    days.set(number, day);
    count(counts, day.candle((candle.time - day.start) / MINUTE_MS), candle);
    day.put(candle);
  }
  if (counts.added + counts.changed > 0) {
    await writeWhole(file, monthBytes(mergedMonth({ symbol, month, stored, days: [...days.values()], tick, step })));
  }
  return counts;
}

/** A day as stored in its month's file. */
function storedDay(stored: StoredMonth | null, number: number): FreshDay {
  const day = freshDay(number);
  if (stored === null) return day;
  for (let time = day.start; time < later(day.start, DAY_MS); time = later(time, MINUTE_MS)) {
    const candle = stored.candle((time - stored.start) / MINUTE_MS);
    if (candle !== null) day.put(candle);
  }
  return day;
}

function count(counts: MergeCounts, before: Candle | null, now: Candle): void {
  if (before === null) counts.added += 1;
  else if (isSameCandle(before, now)) counts.same += 1;
  else {
    counts.changed += 1;
    counts.firstChanged ??= now.time;
  }
}
