import { formatDecimal, isDecimal, parseDecimal, plainDecimal } from '#base/decimal.ts';
import { divide } from '#base/exact.ts';
import type { Candle } from '#engine/model/candle.ts';
import { type Grid, gridOf } from '#engine/model/instrument.ts';
import { COUNT_MAX, storable } from '../../store/sound-candle.ts';
import type { Grids } from '../month/month-file.ts';
import { type CsvColumn, type CsvLocation, csvInvalid, fieldsOf } from './csv-lines.ts';
import { opensMinute, parseTime, TIME_FORMS } from './csv-time.ts';

/** A column: the name that export writes, and other names used by exchanges. */
interface NamedColumn extends CsvColumn {
  readonly others: readonly string[];
}

const TIME: NamedColumn = {
  number: 1,
  name: 'open_time',
  others: ['opentime', 'open_time_ms', 'time', 'timestamp', 'date'],
};
const OPEN: NamedColumn = { number: 2, name: 'open', others: [] };
const HIGH: NamedColumn = { number: 3, name: 'high', others: [] };
const LOW: NamedColumn = { number: 4, name: 'low', others: [] };
const CLOSE: NamedColumn = { number: 5, name: 'close', others: [] };
const VOLUME: NamedColumn = { number: 6, name: 'volume', others: ['vol'] };
const COLUMNS = [TIME, OPEN, HIGH, LOW, CLOSE, VOLUME];

/** The header line of an export. */
export const HEADER = COLUMNS.map(({ name }) => name).join(',');

/** What to do with a number off its tick or step: report an error, or round to the nearest. */
export type OffGrid = 'refuse' | 'nearest';

export interface RowRules extends Grids {
  readonly offTick: OffGrid;
  readonly offStep: OffGrid;
}

export interface RowReader {
  /**
   * Reads a line: open time, open, high, low, close, volume; further fields are ignored.
   * @throws AppError CSV_INVALID naming line and column
   */
  read(line: string, location: CsvLocation): Candle;
  /** How many prices and volumes were rounded to the nearest tick or step. */
  readonly moved: { readonly prices: number; readonly volumes: number };
  /** The number of volumes that exceeded the storable maximum and were capped. */
  readonly capped: () => number;
}

/**
 * Whether the first line of a file names its columns instead of holding a candle.
 * @throws AppError CSV_INVALID when it names other columns or another order
 */
export function isHeader(line: string, location: CsvLocation): boolean {
  const fields = fieldsOf(line).map((field) => field.trim());
  if (!/^[a-z]/i.test(fields[0] ?? '')) return false;
  for (const column of COLUMNS) {
    const given = fields[column.number - 1] ?? '';
    const bare = given.toLowerCase().replaceAll(' ', '_');
    if (bare === column.name || column.others.includes(bare)) continue;
    const what = given === '' ? 'this column is missing' : `the header says "${given}"`;
    throw csvInvalid(location, column, `${what}; the order is ${HEADER}`);
  }
  return true;
}

/** Creates the reader for the lines of one file. */
export function rowReader(rules: RowRules): RowReader {
  const moved = { prices: 0, volumes: 0 };
  let capped = 0;
  const [tick, step] = [gridOf(rules.tick), gridOf(rules.step)];

  function price(text: string | undefined, column: CsvColumn, location: CsvLocation): number {
    const found = countOf(text, { grid: tick, what: 'tick', offGrid: rules.offTick, column, location });
    if (found.count <= 0) throw csvInvalid(location, column, `"${text}" is not a price above zero`);
    if (found.count > COUNT_MAX) throw csvInvalid(location, column, `"${text}" is more than ${COUNT_MAX} ticks`);
    if (found.isMoved) moved.prices += 1;
    return found.count;
  }

  function volume(text: string | undefined, location: CsvLocation): number {
    const found = countOf(text, { grid: step, what: 'step', offGrid: rules.offStep, column: VOLUME, location });
    if (found.count < 0) throw csvInvalid(location, VOLUME, `"${text}" is below zero`);
    if (found.isMoved) moved.volumes += 1;
    return found.count;
  }

  function read(line: string, location: CsvLocation): Candle {
    const fields = fieldsOf(line, COLUMNS.length);
    const candle = {
      time: timeOf(fields[0], location),
      open: price(fields[1], OPEN, location),
      high: price(fields[2], HIGH, location),
      low: price(fields[3], LOW, location),
      close: price(fields[4], CLOSE, location),
      volume: volume(fields[5], location),
    };
    checkOrder(candle, fields, location);
    const stored = storable(candle);
    if (stored !== candle) capped += 1;
    return stored;
  }

  return { read, moved, capped: () => capped };
}

function timeOf(text = '', location: CsvLocation): Candle['time'] {
  const time = parseTime(text);
  if (time === null) throw csvInvalid(location, TIME, `"${text}" is not a time: ${TIME_FORMS}`);
  if (!opensMinute(time)) throw csvInvalid(location, TIME, `"${text}" does not open a minute`);
  return time;
}

interface Wanted {
  readonly grid: Grid;
  readonly what: 'tick' | 'step';
  readonly offGrid: OffGrid;
  readonly column: CsvColumn;
  readonly location: CsvLocation;
}

/** A decimal as a count of ticks or steps. */
function countOf(text = '', { grid, what, offGrid, column, location }: Wanted): { count: number; isMoved: boolean } {
  const parsed = parseDecimal(text, grid.decimals);
  if (parsed !== null && parsed % grid.units === 0) return { count: parsed / grid.units, isMoved: false };
  const plain = isDecimal(text) ? text : plainDecimal(text);
  if (plain === null) {
    throw csvInvalid(location, column, text === '' ? 'it is missing' : `"${text}" is not a decimal number`);
  }
  if (plain !== text) {
    const { count, isMoved } = countOf(plain, { grid, what, offGrid, column, location });
    return { count, isMoved };
  }
  // So much is far above what can be stored, where a step more or less no longer counts.
  const size = (Number(plain) * 10 ** grid.decimals) / grid.units;
  if (Math.abs(size) > SIZE_EXACT_MAX) return { count: Math.trunc(size), isMoved: false };
  if (offGrid === 'refuse') {
    const unit = formatDecimal(grid.units, grid.decimals);
    throw csvInvalid(location, column, `"${text}" is not a multiple of the ${what} ${unit}`);
  }
  return { count: nearest(plain, grid), isMoved: true };
}

const SIZE_EXACT_MAX = 2 ** 40;

/** Exact at any number of digits, half away from zero. */
function nearest(text: string, grid: Grid): number {
  const [whole = '', fraction = ''] = text.split('.');
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(grid.decimals);
  return divide(scaled, BigInt(grid.units) * 10n ** BigInt(fraction.length), 'half-up');
}

/** The low is the lowest and the high the highest of the four. */
function checkOrder({ open, high, low, close }: Candle, fields: readonly string[], location: CsvLocation): void {
  if (low > open) throw csvInvalid(location, LOW, `the low ${fields[3]} lies above the open ${fields[1]}`);
  if (low > close) throw csvInvalid(location, LOW, `the low ${fields[3]} lies above the close ${fields[4]}`);
  if (high < open) throw csvInvalid(location, HIGH, `the high ${fields[2]} lies below the open ${fields[1]}`);
  if (high < close) throw csvInvalid(location, HIGH, `the high ${fields[2]} lies below the close ${fields[4]}`);
}
