import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { monthPath, storedMonths, storedSymbols } from './folder.ts';
import type { CalendarMonth } from './month/calendar-month.ts';
import { type Grids, type OpenMonth, openMonth } from './month/month-file.ts';

/** What is stored of one symbol. */
export interface StoredSymbol extends Grids {
  readonly symbol: string;
  /** Oldest first, at least one. */
  readonly months: readonly CalendarMonth[];
  /** Open of the first minute. */
  readonly from: Instant;
  /** Open of the last minute. */
  readonly to: Instant;
  /** Minutes that the source had. */
  readonly minutes: number;
  /** Minutes between the first and the last that it did not have. */
  readonly missing: number;
  /** Size on disk. */
  readonly bytes: number;
}

/**
 * Lists what is stored, from the headers of the files.
 * @throws AppError CANDLE_FILE_FOREIGN, CANDLE_FILE_VERSION, CANDLE_FILE_DAMAGED, CANDLE_FILE_DIFFERS
 */
export function listCandles(folder: string): readonly StoredSymbol[] {
  return storedSymbols(folder).flatMap((symbol) => {
    const months = storedMonths(folder, symbol);
    const headers = months.map((month) => headerOf(monthPath(folder, symbol, month)));
    const [first, last] = [headers[0], headers.at(-1)];
    if (first === undefined || last === undefined) return [];
    const minutes = sum(headers, (month) => month.minutes - sum(month.gaps, ([, length]) => length));
    return [
      {
        symbol,
        tick: last.tick,
        step: last.step,
        months,
        from: first.start,
        to: instantOf(last.end - MINUTE_MS),
        minutes,
        missing: (last.end - first.start) / MINUTE_MS - minutes,
        bytes: sum(headers, (month) => month.bytes),
      },
    ];
  });
}

function headerOf(file: string): OpenMonth {
  const month = openMonth(file);
  month.close();
  return month;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
