import { DAY_MS, type Instant, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type BarTable, barTable } from '#engine/scan/bar-table.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';

/** The stored past of a symbol, with the bars that several figures read. */
export interface ScreenedPast {
  readonly instrument: Instrument;
  readonly fundingHours: number;
  readonly stored: SymbolHistory;
  /** The end of its last minute. */
  readonly end: Instant;
  /** How many whole and part days of it are stored. */
  readonly days: number;
  readonly hourly: BarTable;
  readonly fourHourly: BarTable;
  readonly daily: BarTable;
}

/** Joins the minutes of a stored past to bars. */
export function screenedPast(stored: SymbolHistory, instrument: Instrument, fundingHours: number): ScreenedPast {
  const minutes = stored.columns.close.length;
  return {
    ...{ instrument, fundingHours, stored },
    end: instantAt(stored.columns, minutes),
    days: (minutes * MINUTE_MS) / DAY_MS,
    hourly: barTable(stored, '1h'),
    fourHourly: barTable(stored, '4h'),
    daily: barTable(stored, '1d'),
  };
}

/** The last values of a column; null where one of them is missing. */
export function lastValues(column: Float64Array, count: number): Float64Array | null {
  if (column.length < count) return null;
  const last = column.subarray(column.length - count);
  return last.some(Number.isNaN) ? null : last;
}
