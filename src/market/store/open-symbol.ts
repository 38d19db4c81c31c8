import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { FUNDING_NAME, monthPath, storedMonths, symbolFolder } from '../candle-files/folder.ts';
import { readFunding } from '../candle-files/funding/funding-file.ts';
import { type CalendarMonth, monthEnd, monthStart } from '../candle-files/month/calendar-month.ts';
import { IMPORT_AGAIN } from '../candle-files/month/column-file.ts';
import { type Grids, isSameGrid, openMonth } from '../candle-files/month/month-file.ts';
import type { SymbolCoverage } from './coverage-file.ts';
import { type MonthShelf, setAside } from './months/month-shelf.ts';
import { regridMonth } from './months/regrid-month.ts';
import { loadMonthNow, spansOf } from './months/stored-month.ts';
import type { MinuteSpan } from './span-set.ts';
import { symbolCandles } from './symbol-candles.ts';
import { type StoredSettlement, type SymbolRecord, symbolRecord } from './symbol-record.ts';

/** Where to open a symbol's past from. */
export interface SymbolOrigin {
  readonly folder: string;
  readonly instrument: Instrument;
  readonly known: SymbolCoverage | null;
  readonly shelf: MonthShelf;
  /** Called with a sentence for each file that had to be set aside. */
  readonly tell: (line: string) => void;
  /** Called with the minutes of each damaged file: the exchange must be asked for them again. */
  readonly lost: (span: MinuteSpan) => void;
}

/**
 * Opens the stored data of one symbol. Every byte of its files is verified, which takes about a millisecond a month: later,
 * a reader could no longer do without the minutes of a damaged file. Months in another tick or step are rewritten; damaged
 * files are set aside, because the exchange has their minutes.
 */
export async function openSymbol(origin: SymbolOrigin): Promise<SymbolRecord> {
  const { folder, instrument, known, shelf } = origin;
  const { symbol } = instrument;
  const spans = new Map<CalendarMonth, readonly MinuteSpan[]>();
  for (const month of storedMonths(folder, symbol)) {
    const stored = await storedSpans(monthPath(folder, symbol, month), month, origin);
    if (stored !== null) spans.set(month, stored);
    shelf.forget(symbol, month);
  }
  const candles = symbolCandles(spans, (month) => shelf.month(symbol, month));
  const settlements = await storedSettlements(origin);
  if (settlements !== null) return symbolRecord(symbol, candles, { known, settlements });
  return symbolRecord(symbol, candles, { known: known && { ...known, funding: [] }, settlements: [] });
}

/** The tick and step of an instrument's candles. */
export function gridsOf({ tick, step }: Instrument): Grids {
  return { tick: gridText(tick), step: gridText(step) };
}

/** The minutes of a month's file; null when it cannot be used. */
async function storedSpans(
  file: string,
  month: CalendarMonth,
  { instrument, tell, lost }: SymbolOrigin,
): Promise<readonly MinuteSpan[] | null> {
  const grids = gridsOf(instrument);
  try {
    const stored = loadMonthNow(file);
    if (isSameGrid(stored.tick, grids.tick) && isSameGrid(stored.step, grids.step)) return spansOf(stored);
    const aside = await regridMonth(file, grids);
    if (aside === null)
      tell(`${setAside(file, 'other-grid')} has ticks of ${stored.tick}; the contract now has ${grids.tick}.`);
    else tell(`${file} was rewritten in ticks of ${grids.tick} instead of ${stored.tick}; the old file is ${aside}.`);
    return aside === null ? null : spansOf(stored);
  } catch (error) {
    const span = spanOf(file) ?? { from: monthStart(month), to: monthEnd(month) };
    tell(damageSentence(error, file));
    lost(span);
    return null;
  }
}

/** What a month's file contains according to its header; null when the header is damaged too. */
function spanOf(file: string): MinuteSpan | null {
  try {
    const { start, end, close } = openMonth(file);
    close();
    return { from: start, to: end };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Null when the file of funding cannot be used. */
async function storedSettlements(origin: SymbolOrigin): Promise<readonly StoredSettlement[] | null> {
  const { folder, instrument, known, tell, lost } = origin;
  try {
    return await readFunding(folder, instrument.symbol);
  } catch (error) {
    tell(damageSentence(error, path.join(symbolFolder(folder, instrument.symbol), FUNDING_NAME)));
    for (const span of known?.funding ?? []) lost(span);
    return null;
  }
}

/** Sets a damaged file aside and says so; any other error is thrown on. */
function damageSentence(error: unknown, file: string): string {
  if (!(error instanceof AppError)) throw error;
  const what = error.message.replace(IMPORT_AGAIN, '');
  return `${what} It was set aside as ${setAside(file, 'damaged')}; the exchange is asked for its minutes again.`;
}
