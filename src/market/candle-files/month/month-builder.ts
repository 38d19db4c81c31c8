import { at } from '#base/assert.ts';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { monthEnd, monthOf } from './calendar-month.ts';
import { type Gap, type Grids, type Month, slice } from './month-file.ts';

const MONTH_MINUTES_MAX = 31 * 1_440;

/** Collects ascending candles of one symbol into months. */
export interface MonthBuilder {
  /** Adds the next candle; returns the month that this completes, if any. */
  add(candle: Candle): Month | null;
  /** The unfinished month; null when there was no candle. */
  finish(): Month | null;
}

export function monthBuilder(symbol: string, grids: Grids): MonthBuilder {
  let open: OpenedMonth | null = null;
  const finish = (): Month | null => {
    if (open === null) return null;
    const { start, minutes, gaps, columns } = open;
    open = null;
    return {
      symbol,
      tick: grids.tick,
      step: grids.step,
      start,
      minutes,
      gaps,
      columns: slice({ start, ...columns }, 0, minutes),
    };
  };
  return {
    add(candle) {
      const left = open !== null && candle.time >= open.end ? finish() : null;
      open ??= openedAt(candle.time);
      append(open, candle);
      return left;
    },
    finish,
  };
}

interface OpenedMonth {
  readonly start: Instant;
  readonly end: Instant;
  minutes: number;
  readonly gaps: Gap[];
  readonly columns: Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', Int32Array>>;
}

function openedAt(start: Instant): OpenedMonth {
  const column = () => new Int32Array(MONTH_MINUTES_MAX);
  const columns = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  return { start, end: monthEnd(monthOf(start)), minutes: 0, gaps: [], columns };
}

/** Missing minutes before the candle are filled flat and listed. */
function append(month: OpenedMonth, candle: Candle): void {
  const { columns, start, gaps } = month;
  const index = (candle.time - start) / MINUTE_MS;
  if (index > month.minutes) {
    const price = at(columns.close, month.minutes - 1);
    for (const column of [columns.open, columns.high, columns.low, columns.close])
      column.fill(price, month.minutes, index);
    gaps.push([month.minutes, index - month.minutes]);
  }
  columns.open[index] = candle.open;
  columns.high[index] = candle.high;
  columns.low[index] = candle.low;
  columns.close[index] = candle.close;
  columns.volume[index] = candle.volume;
  month.minutes = index + 1;
}
