import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { at } from '#base/assert.ts';
import { rate } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { FUNDING_NAME, monthName } from '#market/candle-files/folder.ts';
import { fundingBytes } from '#market/candle-files/funding/funding-file.ts';
import { monthEnd, monthOf } from '#market/candle-files/month/calendar-month.ts';
import { monthBytes, slice } from '#market/candle-files/month/month-file.ts';
import { GRIDS } from '../../tests/support/candle-folder.ts';
import { YEAR_INSTRUMENT } from '../lab/years.ts';
import { generatedYear } from '../ladder/generated-year.ts';

/** Generated pasts that differ; each is that of several symbols. */
const PASTS = 20;
/** What rules read before the days. */
const DAYS_BEFORE = 6;
const DAY_MINUTES = 1_440;

/** Symbols in a folder of candles, and the end of their last minute. */
export interface GeneratedMarket {
  readonly folder: string;
  readonly instruments: readonly Instrument[];
  readonly now: Instant;
}

/** Writes so many symbols as the program stores them: a file a month, and their funding. */
export function generatedMarket(folder: string, symbols: number, days: number): GeneratedMarket {
  const minutes = (days + DAYS_BEFORE) * DAY_MINUTES;
  const instruments = Array.from(
    { length: symbols },
    (_, place): Instrument => ({ ...YEAR_INSTRUMENT, symbol: `GEN${place}USDT` }),
  );
  let end = instantOf(0);
  for (let past = 0; past < Math.min(PASTS, symbols); past += 1) {
    const { columns, funding } = generatedYear(past + 1, minutes);
    end = later(columns.start, minutes * MINUTE_MS);
    const settlements = Array.from(funding.minute, (minute, index) => ({
      time: later(columns.start, minute * MINUTE_MS),
      rate: rate(at(funding.rate, index)),
    }));
    for (let place = past; place < symbols; place += PASTS) {
      const { symbol } = at(instruments, place);
      writeSymbol(join(folder, symbol), symbol, columns);
      writeFileSync(join(folder, symbol, FUNDING_NAME), fundingBytes(symbol, settlements));
    }
  }
  return { folder, instruments, now: end };
}

function writeSymbol(folder: string, symbol: string, columns: CandleColumns): void {
  mkdirSync(folder);
  const { start, close } = columns;
  for (let from = 0; from < close.length; ) {
    const opens = later(start, from * MINUTE_MS);
    const month = monthOf(opens);
    const to = Math.min(close.length, (monthEnd(month) - start) / MINUTE_MS);
    const facts = { ...GRIDS, symbol, start: opens, minutes: to - from, gaps: [] };
    writeFileSync(join(folder, monthName(month)), monthBytes({ ...facts, columns: slice(columns, from, to) }));
    from = to;
  }
}

/** The minimum that any reader must do: every byte into memory, and one checksum over each file. */
export function barelyRead({ folder, instruments }: GeneratedMarket): void {
  let memory = Buffer.alloc(0);
  for (const { symbol } of instruments) {
    for (const name of readdirSync(join(folder, symbol))) {
      const file = openSync(join(folder, symbol, name), 'r');
      const { size } = fstatSync(file);
      if (memory.length < size) memory = Buffer.alloc(size);
      readSync(file, memory, 0, size, 0);
      crc32(memory.subarray(0, size));
      closeSync(file);
    }
  }
}
