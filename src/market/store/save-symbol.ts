import { existsSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS, type Instant, instantOf } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { FUNDING_NAME, monthPath, symbolFolder } from '../candle-files/folder.ts';
import { fundingBytes } from '../candle-files/funding/funding-file.ts';
import { monthOf } from '../candle-files/month/calendar-month.ts';
import { monthBytes } from '../candle-files/month/month-file.ts';
import type { SymbolCoverage } from './coverage-file.ts';
import { mergedMonth } from './months/merge-month.ts';
import type { MonthShelf } from './months/month-shelf.ts';
import { loadMonthNow } from './months/stored-month.ts';
import { gridsOf } from './open-symbol.ts';
import type { SymbolRecord } from './symbol-record.ts';
import { writeWhole } from './write-whole.ts';

/**
 * Writes a symbol's data in memory to its files. What could not be written stays in memory.
 * @returns the coverage that may now be stored
 */
export async function saveSymbol(
  { folder, shelf }: { readonly folder: string; readonly shelf: MonthShelf },
  instrument: Instrument,
  record: SymbolRecord,
): Promise<SymbolCoverage> {
  const { symbol } = instrument;
  const months = new Set([...record.candles.dirty].map((day) => monthOf(startOfDay(day))));
  for (const month of months) {
    const file = monthPath(folder, symbol, month);
    const days = record.candles.takeDirty(month);
    try {
      const stored = existsSync(file) ? loadMonthNow(file) : null;
      await writeWhole(file, monthBytes(mergedMonth({ symbol, month, stored, days, ...gridsOf(instrument) })));
    } catch (error) {
      record.candles.putBack(days);
      throw error;
    }
    shelf.forget(symbol, month);
    record.candles.written(month);
  }
  const coverage = record.coverage(); // Read before the settlements are taken: those that arrive meanwhile are not in the file.
  const settlements = record.takeSettlements();
  if (settlements !== null) {
    await writeWhole(path.join(symbolFolder(folder, symbol), FUNDING_NAME), fundingBytes(symbol, settlements));
  }
  return coverage;
}

function startOfDay(day: number): Instant {
  return instantOf(day * DAY_MS);
}
