import { AppError } from '#base/errors.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import type { CalendarMonth } from '../candle-files/calendar-month.ts';
import { monthPath, storedMonths } from '../candle-files/folder.ts';
import { readFunding } from '../candle-files/funding-file.ts';
import { type Grids, isSameGrid, openMonth } from '../candle-files/month-file.ts';
import type { SymbolCoverage } from './coverage-file.ts';
import { type MonthShelf, setAside } from './month-shelf.ts';
import type { Span } from './span-set.ts';
import { spansOf } from './stored-month.ts';
import { symbolCandles } from './symbol-candles.ts';
import { type SymbolRecord, symbolRecord } from './symbol-record.ts';

/** Where a symbol's past is opened from. */
export interface SymbolPlace {
  readonly folder: string;
  readonly instrument: Instrument;
  readonly known: SymbolCoverage | null;
  readonly shelf: MonthShelf;
  /** Hears of files that had to be set aside. */
  readonly tell: (line: string) => void;
}

/** What is stored of one symbol. Files that are damaged or count in another grid are set aside: the exchange has their minutes. */
export async function openSymbol(place: SymbolPlace): Promise<SymbolRecord> {
  const { folder, instrument, known, shelf } = place;
  const { symbol } = instrument;
  const candles = symbolCandles(storedSpans(place), (month) => shelf.month(symbol, month));
  return symbolRecord(symbol, candles, { known, settlements: await readFunding(folder, symbol) });
}

/** What candles of an instrument are counted in. */
export function gridsOf({ tick, step }: Instrument): Grids {
  return { tick: gridText(tick), step: gridText(step) };
}

function storedSpans({ folder, instrument, tell }: SymbolPlace): ReadonlyMap<CalendarMonth, readonly Span[]> {
  const { tick, step } = gridsOf(instrument);
  const spans = new Map<CalendarMonth, readonly Span[]>();
  for (const month of storedMonths(folder, instrument.symbol)) {
    const file = monthPath(folder, instrument.symbol, month);
    try {
      const opened = openMonth(file);
      opened.close();
      if (isSameGrid(opened.tick, tick) && isSameGrid(opened.step, step)) spans.set(month, spansOf(opened));
      else tell(`${setAside(file, 'other-grid')} counts in ticks of ${opened.tick}; the exchange now has ${tick}.`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tell(`${error.message} It was set aside as ${setAside(file, 'damaged')}.`);
    }
  }
  return spans;
}
