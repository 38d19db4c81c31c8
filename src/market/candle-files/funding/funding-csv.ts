import { parseDecimal, plainDecimal, rateText } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { rate } from '#base/exact.ts';
import { MINUTE_MS, startOf } from '#base/time.ts';
import { type CsvLocation, csvInvalid, fieldsOf, lineBatches } from '../csv/csv-lines.ts';
import { minuteText, parseTime, TIME_FORMS } from '../csv/csv-time.ts';
import { FUNDING_NAME } from '../folder.ts';
import { stage } from '../staging.ts';
import { readFunding, type Settlements, writeFunding } from './funding-file.ts';

/** The header line of an export. */
const HEADER = 'symbol,funding_time,funding_rate';
const SYMBOL = { number: 1, name: 'symbol' };
const TIME = { number: 2, name: 'funding_time' };
const RATE = { number: 3, name: 'funding_rate' };
const RATE_DECIMALS = 8;
/** A settlement of the whole value of a position: no exchange comes near that, so it is a mistake in the file. */
const RATE_MAX = 10 ** RATE_DECIMALS;

/** What to import: the lines of one symbol from files that may contain several. */
export interface FundingImport {
  /** The folder of all candles. */
  readonly folder: string;
  readonly symbol: string;
  /** CSV or CSV.gz with the columns symbol, time and rate as a fraction; oldest first, also from file to file. */
  readonly files: readonly string[];
  readonly existing: 'refuse' | 'replace';
}

/**
 * Imports the settled funding of one symbol and returns how many settlements there were.
 * @throws AppError CSV_INVALID, CSV_NOT_READABLE, CANDLES_EXIST, SYMBOL_NOT_ALLOWED
 */
export async function importFunding(request: FundingImport): Promise<number> {
  return stage(request, async (staging) => {
    const settlements: Settlements[number][] = [];
    for (const file of request.files) {
      for await (const { lines, first } of lineBatches(file)) {
        for (const [index, line] of lines.entries()) {
          const settlement = settlementOf(line, { file, line: first + index }, request.symbol);
          if (settlement === null) continue;
          checkFollows(settlement, { file, line: first + index }, settlements.at(-1));
          settlements.push(settlement);
        }
      }
    }
    if (settlements.length === 0) {
      throw new AppError('CSV_INVALID', `There is no funding of ${request.symbol} in ${request.files.join(', ')}.`);
    }
    writeFunding(staging.add(FUNDING_NAME), request.symbol, settlements);
    return settlements.length;
  });
}

/** The stored funding of a symbol as CSV that import can read. */
export async function exportFunding(folder: string, symbol: string): Promise<string> {
  const lines = (await readFunding(folder, symbol)).map(({ time, rate }) => `${symbol},${time},${rateText(rate)}\n`);
  return `${HEADER}\n${lines.join('')}`;
}

/** Null for a line of another symbol and for the header. */
function settlementOf(line: string, location: CsvLocation, wanted: string): Settlements[number] | null {
  const [symbol = '', timeText = '', rateText = ''] = fieldsOf(line);
  if (location.line === 1 && symbol === SYMBOL.name) return null;
  if (symbol === '') throw csvInvalid(location, SYMBOL, 'it is missing');
  if (symbol !== wanted) return null;
  const time = parseTime(timeText);
  if (time === null) throw csvInvalid(location, TIME, `"${timeText}" is not a time: ${TIME_FORMS}`);
  const count = parseDecimal(plainDecimal(rateText) ?? rateText, RATE_DECIMALS);
  if (count === null || Math.abs(count) > RATE_MAX) {
    throw csvInvalid(location, RATE, `"${rateText}" is not a fraction from -1 to 1 with at most eight decimals`);
  }
  return { time, rate: rate(count) };
}

function checkFollows(
  { time }: Settlements[number],
  location: CsvLocation,
  last: Settlements[number] | undefined,
): void {
  if (last === undefined || startOf(time, MINUTE_MS) > last.time) return;
  throw csvInvalid(location, TIME, `${minuteText(time)} does not come after ${minuteText(last.time)}`);
}
