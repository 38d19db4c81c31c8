import { assert } from '#base/assert.ts';
import { DAY_MS, dayNumber, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Extremes } from '#engine/scan/extremes.ts';
import { type CalendarMonth, monthEnd, monthOf } from '../candle-files/month/calendar-month.ts';
import { type CandleBlock, noBar, noReach } from './months/candle-block.ts';
import { type FreshDay, freshDay } from './months/fresh-day.ts';
import type { StoredMonth } from './months/stored-month.ts';
import { isSameCandle, storable } from './sound-candle.ts';
import { type MinuteSpan, type SpanSet, spanSet } from './span-set.ts';

/** A minute that was received twice with different values. */
export interface Difference {
  readonly kept: Candle;
  readonly told: Candle;
}

/** The candles of one symbol: months on disk, and the days since then in memory. */
export interface SymbolCandles {
  /** The stored minutes. */
  readonly present: SpanSet;
  /** The first version of the minute; null when it is not stored. */
  candle(minute: Instant): Candle | null;
  /** The stored minutes of a span, oldest first. */
  candles(span: MinuteSpan): readonly Candle[];
  /** Null when none of them is stored. */
  range(span: MinuteSpan): Extremes | null;
  bar(span: MinuteSpan): Candle | null;
  /** Adds possible candles; a minute that is already stored does not change. */
  put(candles: readonly Candle[]): readonly Difference[];
  /** Numbers of the days with data that is in no file. */
  readonly dirty: ReadonlySet<number>;
  /** Takes the days of a month from memory; from now on they count as written. */
  takeDirty(month: CalendarMonth): readonly FreshDay[];
  /** Puts back the days of a month that could not be written. */
  putBack(days: readonly FreshDay[]): void;
  /** The file of the month has been written: only its newest days stay in memory. */
  written(month: CalendarMonth): void;
}

/** Days that stay in memory although they are written, so that reads at the head never wait for the disk. */
const FRESH_DAYS_KEPT = 2;

/** Where the minutes of a symbol are: a day is read from memory if present, else from its month's file. */
interface Kept {
  readonly present: SpanSet;
  readonly onDisk: Set<CalendarMonth>;
  readonly fresh: Map<number, FreshDay>;
  readonly dirty: Set<number>;
  readonly load: (month: CalendarMonth) => StoredMonth;
}

/**
 * @param months - the months that have a file, with the minutes in each
 * @param load - loads such a month
 */
export function symbolCandles(
  months: ReadonlyMap<CalendarMonth, readonly MinuteSpan[]>,
  load: (month: CalendarMonth) => StoredMonth,
): SymbolCandles {
  const present = spanSet([...months.values()].flat());
  const kept: Kept = { present, onDisk: new Set(months.keys()), fresh: new Map(), dirty: new Set(), load };
  const { dirty } = kept;
  return {
    present,
    dirty,
    candle: (minute) => candleAt(kept, minute),
    candles(span) {
      const found: Candle[] = [];
      eachCandle(kept, span, (candle) => found.push(candle));
      return found;
    },
    range(span) {
      const reach = noReach();
      walk(kept, span, (block, from, to) => block.widen(reach, from, to));
      return reach.low <= reach.high ? reach : null;
    },
    bar(span) {
      const bar = noBar();
      walk(kept, span, (block, from, to) => block.join(bar, from, to));
      return bar.close === 0 ? null : { time: span.from, ...bar };
    },
    put: (candles) => candles.map((told) => put(kept, told)).filter((difference) => difference !== null),
    takeDirty(month) {
      const days = [...kept.fresh.values()].filter(
        ({ start }) => dirty.has(dayNumber(start)) && monthOf(start) === month,
      );
      for (const { start } of days) dirty.delete(dayNumber(start));
      return days;
    },
    putBack(days) {
      for (const { start } of days) dirty.add(dayNumber(start));
    },
    written: (month) => dropWritten(kept, month),
  };
}

/** A block that contains a minute, its first instant, and the end up to which it may be read. */
interface BlockAt {
  readonly block: CandleBlock;
  readonly start: Instant;
  readonly end: Instant;
}

function blockAt({ fresh, onDisk, load }: Kept, minute: Instant): BlockAt | null {
  const number = dayNumber(minute);
  const day = fresh.get(number);
  if (day !== undefined) return { block: day, start: day.start, end: later(day.start, DAY_MS) };
  const month = monthOf(minute);
  if (!onDisk.has(month)) return null;
  const stored = load(month);
  let end = later(instantOf(number * DAY_MS), DAY_MS);
  while (end < monthEnd(month) && !fresh.has(dayNumber(end))) end = later(end, DAY_MS);
  return { block: stored, start: stored.start, end };
}

/** Visits the blocks that contain the stored minutes of a span. */
function walk(kept: Kept, span: MinuteSpan, visit: (block: CandleBlock, from: number, to: number) => void): void {
  const holes = kept.present.missing(span);
  let { from } = span;
  for (const hole of [...holes, { from: span.to, to: span.to }]) {
    while (from < hole.from) {
      const found = blockAt(kept, from);
      assert(found !== null, `a block holds the minute ${from}, which is there`);
      const end = instantOf(Math.min(hole.from, found.end));
      visit(found.block, (from - found.start) / MINUTE_MS, (end - found.start) / MINUTE_MS);
      from = end;
    }
    from = hole.to;
  }
}

function eachCandle(kept: Kept, span: MinuteSpan, visit: (candle: Candle) => void): void {
  walk(kept, span, (block, from, to) => {
    for (let index = from; index < to; index += 1) {
      const candle = block.candle(index);
      if (candle !== null) visit(candle);
    }
  });
}

function candleAt(kept: Kept, minute: Instant): Candle | null {
  if (!kept.present.has(minute)) return null;
  const found = blockAt(kept, minute);
  return found === null ? null : found.block.candle((minute - found.start) / MINUTE_MS);
}

/** The day in memory; minutes of the day in its file are copied, so that a day is read from one place. */
function openDay(kept: Kept, number: number): FreshDay {
  const known = kept.fresh.get(number);
  if (known !== undefined) return known;
  const opened = freshDay(number);
  eachCandle(kept, { from: opened.start, to: later(opened.start, DAY_MS) }, opened.put);
  kept.fresh.set(number, opened);
  return opened;
}

function put(kept: Kept, told: Candle): Difference | null {
  const fitting = storable(told);
  const before = candleAt(kept, told.time);
  if (before !== null) return isSameCandle(before, fitting) ? null : { kept: before, told };
  const number = dayNumber(told.time);
  openDay(kept, number).put(fitting);
  kept.dirty.add(number);
  kept.present.add({ from: told.time, to: later(told.time, MINUTE_MS) });
  return null;
}

function dropWritten({ onDisk, fresh, dirty }: Kept, month: CalendarMonth): void {
  onDisk.add(month);
  const newest = Math.max(...fresh.keys());
  for (const number of fresh.keys()) {
    const isOfMonth = monthOf(instantOf(number * DAY_MS)) === month;
    if (isOfMonth && !dirty.has(number) && number <= newest - FRESH_DAYS_KEPT) fresh.delete(number);
  }
}
