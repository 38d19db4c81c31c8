import { renameSync } from 'node:fs';
import { AppError } from '#base/errors.ts';
import { monthPath } from '../../candle-files/folder.ts';
import type { CalendarMonth } from '../../candle-files/month/calendar-month.ts';
import { loadMonthNow, type StoredMonth } from './stored-month.ts';

/** Months in memory at once, of all symbols: some 110 MB when all are whole. */
const MONTHS_KEPT = 120;

/** The stored months of all symbols, read when they are first asked for; those asked for last are kept. */
export interface MonthShelf {
  /** @throws AppError CANDLE_FILE_DAMAGED; the file is set aside, so that a new start asks the exchange again */
  month(symbol: string, month: CalendarMonth): StoredMonth;
  /** The file was replaced. */
  forget(symbol: string, month: CalendarMonth): void;
}

export function monthShelf(folder: string, kept = MONTHS_KEPT): MonthShelf {
  const shelf = new Map<string, StoredMonth>();
  return {
    month(symbol, month) {
      const key = `${symbol} ${month}`;
      const found = shelf.get(key) ?? load(monthPath(folder, symbol, month));
      shelf.delete(key); // Put again it is the last to go.
      shelf.set(key, found);
      for (const oldest of shelf.keys()) {
        if (shelf.size <= kept) break;
        shelf.delete(oldest);
      }
      return found;
    },
    forget: (symbol, month) => void shelf.delete(`${symbol} ${month}`),
  };
}

function load(file: string): StoredMonth {
  try {
    return loadMonthNow(file);
  } catch (error) {
    if (error instanceof AppError) setAside(file, 'damaged');
    throw error;
  }
}

/** Where a file lies when it is out of the way: `2025-05.candles.damaged`. */
export function asideOf(file: string, why: 'damaged' | 'other-grid'): string {
  return `${file}.${why}`;
}

/** Takes a file out of the way without losing it. */
export function setAside(file: string, why: 'damaged' | 'other-grid'): string {
  const aside = asideOf(file, why);
  renameSync(file, aside);
  return aside;
}
