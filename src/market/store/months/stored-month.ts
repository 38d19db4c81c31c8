import { at } from '#base/assert.ts';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { SkipIndex, Stretch } from '#engine/model/history.ts';
import { extremesBetween } from '#engine/scan/extremes.ts';
import { BLOCK, indexAbove, skipIndexOf } from '#engine/scan/skip-index.ts';
import { emptyBlocks, emptyColumns, type MonthFacts, openMonth, plain } from '../../candle-files/month/month-file.ts';
import type { CandleBlock } from './candle-block.ts';

/** A month's file in memory. */
export interface StoredMonth extends CandleBlock, MonthFacts {}

/**
 * Loads a month synchronously, which takes some milliseconds.
 * @throws AppError CANDLE_FILE_FOREIGN, CANDLE_FILE_VERSION, CANDLE_FILE_DAMAGED, CANDLE_FILE_DIFFERS
 */
export function loadMonthNow(file: string): StoredMonth {
  const month = openMonth(file);
  try {
    const { symbol, tick, step, start, minutes, gaps } = month;
    const columns = emptyColumns(start, minutes, plain);
    const blocks = emptyBlocks(start, minutes, plain);
    month.readIntoNow(columns, blocks);
    const isOnBlock = (start / MINUTE_MS) % BLOCK === 0;
    const index = isOnBlock ? indexAbove(columns, blocks) : skipIndexOf(columns);
    return { symbol, tick, step, start, minutes, gaps, ...blockOver(columns, index, absentIn(gaps)) };
  } finally {
    month.close();
  }
}

function absentIn(gaps: MonthFacts['gaps']): readonly Stretch[] {
  return gaps.map(([from, minutes]) => ({ from, to: from + minutes }));
}

/** @param absent - minutes that the source did not have, ascending, not adjacent */
function blockOver(columns: CandleColumns, index: SkipIndex, absent: readonly Stretch[]): CandleBlock {
  const { start, open, high, low, close, volume } = columns;
  const widen: CandleBlock['widen'] = (reach, from, to) => {
    for (const part of presentIn(absent, { from, to })) {
      const extremes = extremesBetween({ index }, part.from, part.to);
      if (extremes === null) continue;
      reach.low = Math.min(reach.low, extremes.low);
      reach.high = Math.max(reach.high, extremes.high);
    }
  };
  return {
    candle(minute) {
      if (minute < 0 || minute >= close.length || isIn(absent, minute)) return null;
      return {
        time: later(start, minute * MINUTE_MS),
        open: at(open, minute),
        high: at(high, minute),
        low: at(low, minute),
        close: at(close, minute),
        volume: at(volume, minute),
      };
    },
    widen,
    join(bar, from, to) {
      widen(bar, from, to);
      for (const part of presentIn(absent, { from, to })) {
        if (bar.close === 0) bar.open = at(open, part.from);
        bar.close = at(close, part.to - 1);
        for (let minute = part.from; minute < part.to; minute += 1) bar.volume += at(volume, minute);
      }
    },
  };
}

function isIn(absent: readonly Stretch[], minute: number): boolean {
  return absent.some(({ from, to }) => from <= minute && minute < to);
}

/** The present minutes of a stretch. */
function presentIn(absent: readonly Stretch[], { from, to }: Stretch): readonly Stretch[] {
  const parts: Stretch[] = [];
  let begin = from;
  for (const gap of absent) {
    if (gap.to <= begin) continue;
    if (gap.from >= to) break;
    if (begin < gap.from) parts.push({ from: begin, to: gap.from });
    begin = gap.to;
  }
  if (begin < to) parts.push({ from: begin, to });
  return parts;
}

/** The minutes of a month that the source had, from the file's header. */
export function spansOf({ start, minutes, gaps }: MonthFacts) {
  return presentIn(absentIn(gaps), { from: 0, to: minutes }).map(({ from, to }) => ({
    from: instantOf(start + from * MINUTE_MS),
    to: instantOf(start + to * MINUTE_MS),
  }));
}
