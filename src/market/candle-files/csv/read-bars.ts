import { at } from '#base/assert.ts';
import { isDecimal, plainDecimal } from '#base/decimal.ts';
import type { Instant } from '#base/time.ts';
import { BAR_INPUTS, type BarColumns, type BarInput } from '#engine/indicators/bar-input.ts';
import { type CsvColumn, type CsvLocation, csvInvalid, fieldsOf, lineBatches } from './csv-lines.ts';
import { parseTime, TIME_FORMS } from './csv-time.ts';

const TIME_NAMES = ['open_time', 'opentime', 'open_time_ms', 'time', 'timestamp', 'date'];
const LEADING = ['time', 'open', 'high', 'low', 'close'] as const satisfies readonly BarInput[];
const PRICES: readonly BarInput[] = ['open', 'high', 'low', 'close', 'mark', 'index', 'btc_close', 'average_price'];
const AMOUNTS: readonly BarInput[] = ['volume', 'taker_buy_volume', 'open_interest', 'levels_filled'];
const COLUMN_ORDER = 'open_time,open,high,low,close, then volume and others by their names';

/** A column that is read. */
interface ReadColumn extends CsvColumn {
  readonly input: BarInput;
}

/**
 * Reads bars of any length of time from a CSV file: open time, open, high, low, close and, if the file has it, volume. A
 * header may name further inputs of indicators; other columns are ignored. A number is the float64 nearest to its digits.
 * @throws AppError CSV_INVALID naming file, line and column, or CSV_NOT_READABLE
 */
export async function readBars(file: string): Promise<BarColumns> {
  let columns: readonly ReadColumn[] = [];
  const read = new Map<BarInput, number[]>();
  let last: Instant | null = null;
  for await (const { first, lines } of lineBatches(file)) {
    for (const [index, line] of lines.entries()) {
      const location = { file, line: first + index };
      if (location.line === 1) {
        const fields = fieldsOf(line);
        const isHeader = /^[a-z]/i.test((fields[0] ?? '').trim());
        columns = isHeader ? namedColumns(fields, location) : plainColumns(fields);
        for (const { input } of columns) read.set(input, []);
        if (isHeader) continue;
      }
      last = readBar(fieldsOf(line), { columns, read, last, location });
    }
  }
  if (last === null) throw csvInvalid({ file, line: 1 }, null, 'there are no candles in the file');
  return Object.fromEntries([...read].map(([input, values]) => [input, Float64Array.from(values)]));
}

interface Reading {
  readonly columns: readonly ReadColumn[];
  readonly read: ReadonlyMap<BarInput, number[]>;
  readonly last: Instant | null;
  readonly location: CsvLocation;
}

function readBar(fields: readonly string[], { columns, read, last, location }: Reading): Instant {
  const bar = columns.map((column) => {
    const text = fields[column.number - 1] ?? '';
    return column.input === 'time' ? timeOf(text, column, location) : numberOf(text, column, location);
  });
  const [time = 0, open = 0, high = 0, low = 0, close = 0] = bar;
  if (last !== null && time <= last) {
    throw csvInvalid(location, at(columns, 0), `"${fields[0]}" does not come after the time of the line before`);
  }
  if (!(high >= open && high >= close)) throw csvInvalid(location, at(columns, 2), 'the high lies below open or close');
  if (!(low <= open && low <= close)) throw csvInvalid(location, at(columns, 3), 'the low lies above open or close');
  for (const [index, { input }] of columns.entries()) read.get(input)?.push(at(bar, index));
  return time as Instant; // Parsed as one above.
}

/** The columns of a header; the first five have their order, the others are known by name. */
function namedColumns(fields: readonly string[], location: CsvLocation): readonly ReadColumn[] {
  const names = fields.map((field) => field.trim().toLowerCase().replaceAll(' ', '_'));
  for (const [index, input] of LEADING.entries()) {
    const name = names[index] ?? '';
    if (name === input || (input === 'time' && TIME_NAMES.includes(name))) continue;
    const what = name === '' ? 'this column is missing' : `the header says "${name}"`;
    throw csvInvalid(location, { number: index + 1, name: input }, `${what}; the order is ${COLUMN_ORDER}`);
  }
  const others = names.slice(LEADING.length).flatMap((name, index) => {
    const input = BAR_INPUTS.find((known) => known === (name === 'vol' ? 'volume' : name));
    return input === undefined ? [] : [{ number: LEADING.length + index + 1, name, input }];
  });
  const repeated = others.find(({ input }, index) =>
    [...LEADING, ...others.slice(0, index).map((other) => other.input)].includes(input),
  );
  if (repeated !== undefined) throw csvInvalid(location, repeated, 'the header names this column twice');
  return [...plainColumns(LEADING), ...others];
}

function plainColumns(fields: readonly string[]): readonly ReadColumn[] {
  const inputs: readonly BarInput[] = fields.length > LEADING.length ? [...LEADING, 'volume'] : LEADING;
  return inputs.map((input, index) => ({ number: index + 1, name: input, input }));
}

function timeOf(text: string, column: CsvColumn, location: CsvLocation): number {
  const time = parseTime(text);
  if (time === null) throw csvInvalid(location, column, `"${text}" is not a time: ${TIME_FORMS}`);
  return time;
}

/** What comes after the volume may be empty where it is not known. */
function numberOf(text: string, column: ReadColumn, location: CsvLocation): number {
  if (text === '' && column.number > LEADING.length && column.input !== 'volume') return Number.NaN;
  const plain = isDecimal(text) ? text : plainDecimal(text);
  if (plain === null) {
    throw csvInvalid(location, column, text === '' ? 'it is missing' : `"${text}" is not a decimal number`);
  }
  const value = Number(plain);
  if (PRICES.includes(column.input) && !(value > 0)) {
    throw csvInvalid(location, column, `"${text}" is not a price above zero`);
  }
  if (AMOUNTS.includes(column.input) && value < 0) throw csvInvalid(location, column, `"${text}" is below zero`);
  return value;
}
