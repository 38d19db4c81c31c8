import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import { otherCandles, type RowDistances, rowDistances } from '#engine/schedule/minute-holes.ts';
import { isHeader, type RowRules, rowReader } from './csv/candle-row.ts';
import { type CsvLocation, csvInvalid, type LineBatch, lineBatches } from './csv/csv-lines.ts';
import { minuteText } from './csv/csv-time.ts';
import { monthName } from './folder.ts';
import { monthOf } from './month/calendar-month.ts';
import { monthBuilder } from './month/month-builder.ts';
import { isSameGrid, type Month, writeMonth } from './month/month-file.ts';
import { stage } from './staging.ts';
import { storedGrids } from './stored-grids.ts';

/** Input lines between two lines of progress. */
const PROGRESS_LINES = 500_000;
const TIME_COLUMN = { number: 1, name: 'open_time' };

/** What to import. */
export interface CandleImport extends RowRules {
  /** The folder of all candles. */
  readonly folder: string;
  readonly symbol: string;
  /** CSV or CSV.gz, oldest minutes first; the files are read as if they were one. */
  readonly files: readonly string[];
  readonly existing: 'refuse' | 'replace';
  /** Called with progress, a line at a time. */
  readonly tell: (line: string) => void;
}

type MonthSummary = Pick<Month, 'start' | 'minutes' | 'gaps'>;

export interface CandlesImported {
  readonly months: readonly MonthSummary[];
  readonly candles: number;
  readonly moved: { readonly prices: number; readonly volumes: number };
  /** Volumes that were more than can be stored. */
  readonly capped: number;
}

/**
 * Imports one-minute candles from files of an exchange: all months of the import, or none.
 * @throws AppError CSV_INVALID, CSV_NOT_READABLE, CANDLES_EXIST, CANDLE_FILE_DIFFERS, SYMBOL_NOT_ALLOWED
 */
export async function importCandles(request: CandleImport): Promise<CandlesImported> {
  checkGrids(request);
  return stage(request, async (staging) => {
    const months: MonthSummary[] = [];
    const builder = monthBuilder(request.symbol, request);
    const keep = (month: Month | null): void => {
      if (month === null) return;
      writeMonth(staging.add(monthName(monthOf(month.start))), month);
      months.push({ start: month.start, minutes: month.minutes, gaps: month.gaps });
    };
    const reader = rowReader(request);
    let [candles, last]: [number, Seen | null] = [0, null];
    let [current, distances] = ['', rowDistances()];
    for await (const { lines, first, file } of batchesOf(request)) {
      if (file !== current) {
        checkMinutes(current, distances);
        [current, distances] = [file, rowDistances()];
      }
      for (const [index, line] of lines.entries()) {
        const location = { file, line: first + index };
        if (location.line === 1 && isHeader(line, location)) continue;
        const candle = reader.read(line, location);
        checkFollows(candle.time, location, last);
        last = { ...location, time: candle.time };
        distances.add(candle.time);
        candles += 1;
        keep(builder.add(candle));
      }
    }
    checkMinutes(current, distances);
    keep(builder.finish());
    if (candles === 0) throw new AppError('CSV_INVALID', `There are no candles in ${request.files.join(', ')}.`);
    return { months, candles, moved: reader.moved, capped: reader.capped() };
  });
}

/** @throws AppError CSV_INVALID for a file of longer candles, which would pass as minutes with holes */
function checkMinutes(file: string, distances: RowDistances): void {
  const distance = distances.longer();
  if (distance !== null) throw new AppError('CSV_INVALID', `${file}: ${otherCandles(distance)}.`);
}

interface Seen extends CsvLocation {
  readonly time: Instant;
}

/** The lines of all files, with progress reported now and then. */
async function* batchesOf({ files, tell }: CandleImport): AsyncGenerator<LineBatch & { readonly file: string }> {
  let [lines, told] = [0, 0];
  for (const file of files) {
    for await (const batch of lineBatches(file)) {
      yield { ...batch, file };
      lines += batch.lines.length;
      if (lines < told + PROGRESS_LINES) continue;
      told = lines;
      tell(`${lines} lines, now in ${file}`);
    }
  }
}

function checkFollows(time: Instant, location: CsvLocation, last: Seen | null): void {
  if (last === null || time > last.time) return;
  const before = `line ${last.line}${last.file === location.file ? '' : ` of ${last.file}`}`;
  const what =
    time === last.time
      ? `the minute ${minuteText(time)} is a duplicate of ${before}`
      : `the minute ${minuteText(time)} comes after ${minuteText(last.time)} on ${before}; minutes must ascend`;
  throw csvInvalid(location, TIME_COLUMN, what);
}

/** A month in another tick could not be read together with the others. */
function checkGrids({ folder, symbol, tick, step }: CandleImport): void {
  const stored = storedGrids(folder, symbol);
  if (stored === null || (isSameGrid(stored.tick, tick) && isSameGrid(stored.step, step))) return;
  throw new AppError(
    'CANDLE_FILE_DIFFERS',
    `${symbol} is stored in ticks of ${stored.tick} and steps of ${stored.step}; ${tick} and ${step} do not match them.`,
  );
}
