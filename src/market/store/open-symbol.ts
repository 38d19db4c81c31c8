import { AppError } from '#base/errors.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { monthPath, storedMonths } from '../candle-files/folder.ts';
import { readFunding } from '../candle-files/funding/funding-file.ts';
import type { CalendarMonth } from '../candle-files/month/calendar-month.ts';
import { type Grids, isSameGrid, openMonth } from '../candle-files/month/month-file.ts';
import type { SymbolCoverage } from './coverage-file.ts';
import { type MonthShelf, setAside } from './months/month-shelf.ts';
import { regridMonth } from './months/regrid-month.ts';
import { spansOf } from './months/stored-month.ts';
import type { MinuteSpan } from './span-set.ts';
import { symbolCandles } from './symbol-candles.ts';
import { type SymbolRecord, symbolRecord } from './symbol-record.ts';

/** Where to open a symbol's past from. */
export interface SymbolOrigin {
  readonly folder: string;
  readonly instrument: Instrument;
  readonly known: SymbolCoverage | null;
  readonly shelf: MonthShelf;
  /** Called with a sentence for each file that had to be set aside. */
  readonly tell: (line: string) => void;
}

/**
 * Opens the stored data of one symbol. Months in another tick or step are rewritten; damaged files are set aside,
 * because the exchange has their minutes.
 */
export async function openSymbol(origin: SymbolOrigin): Promise<SymbolRecord> {
  const { folder, instrument, known, shelf } = origin;
  const { symbol } = instrument;
  const spans = new Map<CalendarMonth, readonly MinuteSpan[]>();
  for (const month of storedMonths(folder, symbol)) {
    const stored = await storedSpans(monthPath(folder, symbol, month), origin);
    if (stored !== null) spans.set(month, stored);
    shelf.forget(symbol, month);
  }
  const candles = symbolCandles(spans, (month) => shelf.month(symbol, month));
  return symbolRecord(symbol, candles, { known, settlements: await readFunding(folder, symbol) });
}

/** The tick and step of an instrument's candles. */
export function gridsOf({ tick, step }: Instrument): Grids {
  return { tick: gridText(tick), step: gridText(step) };
}

/** The minutes of a month's file; null when it cannot be used. */
async function storedSpans(file: string, { instrument, tell }: SymbolOrigin): Promise<readonly MinuteSpan[] | null> {
  const grids = gridsOf(instrument);
  try {
    const opened = openMonth(file);
    opened.close();
    if (isSameGrid(opened.tick, grids.tick) && isSameGrid(opened.step, grids.step)) return spansOf(opened);
    const aside = await regridMonth(file, grids);
    if (aside === null)
      tell(`${setAside(file, 'other-grid')} has ticks of ${opened.tick}; the contract now has ${grids.tick}.`);
    else tell(`${file} was rewritten in ticks of ${grids.tick} instead of ${opened.tick}; the old file is ${aside}.`);
    return aside === null ? null : spansOf(opened);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(`${error.message} It was set aside as ${setAside(file, 'damaged')}.`);
    return null;
  }
}
