import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { type CalendarMonth, isCalendarMonth } from './month/calendar-month.ts';

const SYMBOL = /^[A-Z0-9][A-Z0-9_-]{0,39}$/;
const EXTENSION = '.candles';

/**
 * The folder of one symbol inside the folder of all candles.
 * @throws AppError SYMBOL_NOT_ALLOWED for a name that could lead out of it
 */
export function symbolFolder(folder: string, symbol: string): string {
  if (!SYMBOL.test(symbol)) {
    throw new AppError(
      'SYMBOL_NOT_ALLOWED',
      `${JSON.stringify(symbol)} is not a symbol: it must be capital letters and digits, at most 40, such as BTCUSDT.`,
    );
  }
  return path.join(folder, symbol);
}

/** The name of a month's file in the folder of its symbol. */
export function monthName(month: CalendarMonth): string {
  return `${month}${EXTENSION}`;
}

/** Where the candles of a symbol and month are stored. */
export function monthPath(folder: string, symbol: string, month: CalendarMonth): string {
  return path.join(symbolFolder(folder, symbol), monthName(month));
}

/** The name of the file of settled funding in the folder of a symbol. */
export const FUNDING_NAME = 'funding';

/** The symbols that have a folder, in alphabetical order. */
export function storedSymbols(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => SYMBOL.test(name));
}

/** The months stored of a symbol, oldest first. */
export function storedMonths(folder: string, symbol: string): readonly CalendarMonth[] {
  return namesIn(symbolFolder(folder, symbol))
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => name.slice(0, -EXTENSION.length))
    .filter(isCalendarMonth);
}

/** Empty if there is no such folder; a folder that cannot be read is an error. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new AppError('CANDLES_NOT_READABLE', `${folder} cannot be read: ${systemReason(error) ?? error}.`, {
      cause: error,
    });
  }
}
