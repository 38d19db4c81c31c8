import { DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Extremes } from '#engine/scan/extremes.ts';
import { type CalendarMonth, monthEnd, monthOf } from '../candle-files/calendar-month.ts';
import { type CandleBlock, noBar, noReach } from './candle-block.ts';
import { dayNumber, type FreshDay, freshDay } from './fresh-day.ts';
import { isSameCandle, storable } from './sound-candle.ts';
import { type Span, type SpanSet, spanSet } from './span-set.ts';
import type { StoredMonth } from './stored-month.ts';

/** A minute that was told twice, and not the same. */
export interface Difference {
  readonly kept: Candle;
  readonly told: Candle;
}

/** The candles of one symbol: months on disk, and the days since then in memory. */
export interface SymbolCandles {
  /** Minutes that are there. */
  readonly present: SpanSet;
  /** The minute as it was told first; null when it is not there. */
  candle(minute: Instant): Candle | null;
  /** The minutes of a span that are there, oldest first. */
  candles(span: Span): readonly Candle[];
  /** Null when none of them is there. */
  range(span: Span): Extremes | null;
  bar(span: Span): Candle | null;
  /** Takes sound candles; a minute that is there already stays as it is. */
  put(candles: readonly Candle[]): readonly Difference[];
  /** Days that hold what no file does, by their numbers. */
  readonly dirty: ReadonlySet<number>;
  /** The days of a month that are in memory, and that from now on count as written. */
  takeDirty(month: CalendarMonth): readonly FreshDay[];
  /** A month that could not be written after all. */
  putBack(days: readonly FreshDay[]): void;
  /** Its file holds all that was taken: of its days only the newest stay in memory. */
  written(month: CalendarMonth): void;
}

/** Days that stay in memory though they are written: what is read at the head never waits for the disk. */
const FRESH_DAYS_KEPT = 2;

/**
 * @param months - the months that have a file, with what each holds
 * @param load - gives such a month
 */
export function symbolCandles(
  months: ReadonlyMap<CalendarMonth, readonly Span[]>,
  load: (month: CalendarMonth) => StoredMonth,
): SymbolCandles {
  const present = spanSet([...months.values()].flat());
  const onDisk = new Set(months.keys());
  const fresh = new Map<number, FreshDay>();
  const dirty = new Set<number>();

  /** The block that holds a minute, and where its month or day ends. */
  const blockAt = (minute: Instant): { block: CandleBlock; start: Instant; end: Instant } | null => {
    const number = dayNumber(minute);
    const day = fresh.get(number);
    if (day !== undefined) return { block: day, start: day.start, end: later(day.start, DAY_MS) };
    const month = monthOf(minute);
    if (!onDisk.has(month)) return null;
    const stored = load(month);
    let end = later(instantOf(number * DAY_MS), DAY_MS);
    while (end < monthEnd(month) && !fresh.has(dayNumber(end))) end = later(end, DAY_MS);
    return { block: stored, start: stored.start, end };
  };

  /** Walks the blocks under the minutes that are there. */
  const walk = (span: Span, visit: (block: CandleBlock, from: number, to: number) => void): void => {
    const holes = present.missing(span);
    let [from, place] = [span.from, 0];
    while (from < span.to) {
      const hole = holes[place];
      const until = hole === undefined ? span.to : hole.from;
      while (from < until) {
        const found = blockAt(from);
        if (found === null) throw new Error(`Broken belief: the minute ${from} that is present has a block`);
        const end = Math.min(until, found.end);
        visit(found.block, (from - found.start) / MINUTE_MS, (end - found.start) / MINUTE_MS);
        from = instantOf(end);
      }
      if (hole === undefined) break;
      from = hole.to;
      place += 1;
    }
  };

  const candle = (minute: Instant): Candle | null => {
    if (!present.has(minute)) return null;
    const found = blockAt(minute);
    return found === null ? null : found.block.candle((minute - found.start) / MINUTE_MS);
  };

  /** The day in memory; what its file holds of it is copied, so that a day is read in one place. */
  const openDay = (number: number): FreshDay => {
    const known = fresh.get(number);
    if (known !== undefined) return known;
    const opened = freshDay(number);
    const span = { from: opened.start, to: later(opened.start, DAY_MS) };
    walk(span, (block, from, to) => {
      for (let index = from; index < to; index += 1) {
        const stored = block.candle(index);
        if (stored !== null) opened.put(stored);
      }
    });
    fresh.set(number, opened);
    return opened;
  };

  const put = (told: Candle): Difference | null => {
    const fitting = storable(told);
    const kept = candle(told.time);
    if (kept !== null) return isSameCandle(kept, fitting) ? null : { kept, told };
    const number = dayNumber(told.time);
    openDay(number).put(fitting);
    dirty.add(number);
    present.add({ from: told.time, to: later(told.time, MINUTE_MS) });
    return null;
  };

  return {
    present,
    candle,
    candles(span) {
      const found: Candle[] = [];
      walk(span, (block, from, to) => {
        for (let index = from; index < to; index += 1) {
          const one = block.candle(index);
          if (one !== null) found.push(one);
        }
      });
      return found;
    },
    range(span) {
      const reach = noReach();
      walk(span, (block, from, to) => block.widen(reach, from, to));
      return reach.low <= reach.high ? reach : null;
    },
    bar(span) {
      const bar = noBar();
      walk(span, (block, from, to) => block.join(bar, from, to));
      return bar.close === 0 ? null : { time: span.from, ...bar };
    },
    put: (candles) => candles.map(put).filter((difference) => difference !== null),
    dirty,
    takeDirty(month) {
      const days = [...fresh.values()].filter(({ start }) => dirty.has(dayNumber(start)) && monthOf(start) === month);
      for (const { start } of days) dirty.delete(dayNumber(start));
      return days;
    },
    putBack(days) {
      for (const { start } of days) dirty.add(dayNumber(start));
    },
    written(month) {
      onDisk.add(month);
      const newest = Math.max(...fresh.keys());
      for (const number of fresh.keys()) {
        const isOfMonth = monthOf(instantOf(number * DAY_MS)) === month;
        if (isOfMonth && !dirty.has(number) && number <= newest - FRESH_DAYS_KEPT) fresh.delete(number);
      }
    },
  };
}
