import { renameSync } from 'node:fs';
import { AppError } from '#base/errors.ts';
import { monthPath } from '../../candle-files/folder.ts';
import type { CalendarMonth } from '../../candle-files/month/calendar-month.ts';
import { loadMonthNow, type StoredMonth } from './stored-month.ts';

/** Months in memory, over all symbols: about 110 MB when all are full. */
const MONTHS_KEPT = 120;

/** The stored months of all symbols, read on first use; the most recently used ones stay in memory. */
export interface MonthShelf {
  /** @throws AppError CANDLE_FILE_DAMAGED; the file is set aside, so that the next start requests its minutes again */
  month(symbol: string, month: CalendarMonth): StoredMonth;
  /** Forgets a month whose file was replaced. */
  forget(symbol: string, month: CalendarMonth): void;
}

export function monthShelf(folder: string, kept = MONTHS_KEPT): MonthShelf {
  const shelf = new Map<string, StoredMonth>();
  return {
    month(symbol, month) {
      const key = `${symbol} ${month}`;
      const found = shelf.get(key) ?? load(monthPath(folder, symbol, month));
      shelf.delete(key); // Inserted again, it is evicted last.
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

/** The path of a file that was set aside: `2025-05.candles.damaged`. */
export function asideOf(file: string, why: 'damaged' | 'other-grid'): string {
  return `${file}.${why}`;
}

/** Sets a file aside without deleting it. */
export function setAside(file: string, why: 'damaged' | 'other-grid'): string {
  const aside = asideOf(file, why);
  renameSync(file, aside);
  return aside;
}
