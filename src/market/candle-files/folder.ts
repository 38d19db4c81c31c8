import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { isSymbol, SYMBOL_LENGTH_MAX } from '#engine/model/instrument.ts';
import { type CalendarMonth, isCalendarMonth } from './month/calendar-month.ts';

const EXTENSION = '.candles';
const HEX = 16;
const HEX_DIGITS = 4;

/**
 * The folder of one symbol inside the folder of all candles.
 * @throws AppError SYMBOL_NOT_ALLOWED for a name that could lead out of it
 */
export function symbolFolder(folder: string, symbol: string): string {
  return path.join(folder, folderName(symbol));
}

/**
 * The name of a symbol's folder: A to Z, digits, `_` and `-` are kept; every other UTF-16 unit becomes `=` and its four
 * hexadecimal digits, because file systems differ in how they spell and compare such letters.
 * @throws AppError SYMBOL_NOT_ALLOWED
 */
export function folderName(symbol: string): string {
  if (!isSymbol(symbol)) {
    throw new AppError(
      'SYMBOL_NOT_ALLOWED',
      `${JSON.stringify(symbol)} is not a symbol: it must be capital letters and digits, at most ${SYMBOL_LENGTH_MAX}, such as BTCUSDT.`,
    );
  }
  return symbol.replace(
    /[^A-Z0-9_-]/g,
    (unit) => `=${unit.charCodeAt(0).toString(HEX).toUpperCase().padStart(HEX_DIGITS, '0')}`,
  );
}

/** The symbol of a folder; null when the folder is none of a symbol. */
function symbolOf(name: string): string | null {
  const symbol = name.replace(/=([0-9A-F]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, HEX)),
  );
  return isSymbol(symbol) && folderName(symbol) === name ? symbol : null;
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
  return namesIn(folder)
    .flatMap((name) => symbolOf(name) ?? [])
    .sort();
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
