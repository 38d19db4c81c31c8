import { plainDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import type { Candle } from '#engine/model/candle.ts';
import { otherCandles, rowDistances } from '#engine/schedule/minute-holes.ts';
import { isHeader, type RowRules, rowReader } from '../candle-files/csv/candle-row.ts';
import { csvInvalid, fieldsOf } from '../candle-files/csv/csv-lines.ts';
import { minuteText } from '../candle-files/csv/csv-time.ts';
import type { Grids } from '../candle-files/month/month-file.ts';
import type { ArchiveFile } from './archive-path.ts';

const TIME_COLUMN = { number: 1, name: 'open_time' };
const PRICE_FIELDS = [1, 2, 3, 4];
const VOLUME_FIELD = 5;
const HEADER_START = /^[a-z]/i;

/** The candles of a file, and how many of their numbers were rounded to the grid. */
export interface ArchiveCandles {
  readonly candles: readonly Candle[];
  readonly moved: { readonly prices: number; readonly volumes: number };
  /** Volumes that were more than can be stored. */
  readonly capped: number;
}

/**
 * Reads the minutes of an archive, with or without a header line, with times in milliseconds or microseconds. They must
 * ascend and be in the period of the file's name.
 * @throws AppError CSV_INVALID naming line and column
 */
export function readKlines({ file, from, to }: ArchiveFile, lines: readonly string[], rules: RowRules): ArchiveCandles {
  const reader = rowReader(rules);
  const candles: Candle[] = [];
  const distances = rowDistances();
  for (const [index, line] of lines.entries()) {
    const location = { file, line: index + 1 };
    if (index === 0 && isHeader(line, location)) continue;
    const candle = reader.read(line, location);
    const { time } = candle;
    if (time < from || time >= to) {
      const period = `${minuteText(from)} to ${minuteText(to)}`;
      throw csvInvalid(
        location,
        TIME_COLUMN,
        `the minute ${minuteText(time)} lies outside of ${period}, the file's own`,
      );
    }
    const last = candles.at(-1);
    if (last !== undefined && time <= last.time) {
      const both = `${minuteText(time)} comes after ${minuteText(last.time)}`;
      throw csvInvalid(location, TIME_COLUMN, `${both} on the line before; minutes must ascend`);
    }
    candles.push(candle);
    distances.add(time);
  }
  if (candles.length === 0) throw csvInvalid({ file, line: 1 }, null, 'there are no candles');
  const distance = distances.longer();
  if (distance !== null) throw new AppError('CSV_INVALID', `${file}: ${otherCandles(distance)}.`);
  return { candles, moved: reader.moved, capped: reader.capped() };
}

/** The coarsest decimal tick and step that fit every number of the lines, for symbols whose own are unknown. */
export function inferredGrids(lines: readonly string[]): Grids {
  let [prices, volumes] = [0, 0];
  for (const line of lines) {
    if (HEADER_START.test(line)) continue;
    const fields = fieldsOf(line);
    for (const field of PRICE_FIELDS) prices = Math.max(prices, decimalsOf(fields[field]));
    volumes = Math.max(volumes, decimalsOf(fields[VOLUME_FIELD]));
  }
  return { tick: gridText(prices), step: gridText(volumes) };
}

function decimalsOf(text = ''): number {
  return plainDecimal(text)?.split('.')[1]?.length ?? 0;
}

function gridText(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}
