import { parseDecimal, plainDecimal } from '#base/decimal.ts';
import { rate } from '#base/exact.ts';
import { HOUR_MS, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { type CsvLocation, csvInvalid, fieldsOf } from '../candle-files/csv/csv-lines.ts';
import { minuteText, parseTime, TIME_FORMS } from '../candle-files/csv/csv-time.ts';
import type { Settlements } from '../candle-files/funding/funding-file.ts';
import type { ArchiveFile } from './archive-path.ts';

const HEADER = ['calc_time', 'funding_interval_hours', 'last_funding_rate'];
const TIME = { number: 1, name: 'calc_time' };
const HOURS = { number: 2, name: 'funding_interval_hours' };
const HOURS_MAX = 24;
const RATE = { number: 3, name: 'last_funding_rate' };
const RATE_DECIMALS = 8;
const HEADER_START = /^[a-z]/i;

/**
 * Reads settled funding of an archive. Settlement times are off by some milliseconds: within a minute of a full hour
 * they become that hour.
 * @throws AppError CSV_INVALID naming line and column
 */
export function readFundingRates({ file, from, to }: ArchiveFile, lines: readonly string[]): Settlements {
  const found: Settlements[number][] = [];
  for (const [index, line] of lines.entries()) {
    const location = { file, line: index + 1 };
    const fields = fieldsOf(line);
    if (index === 0 && HEADER_START.test(line)) {
      if (String(fields) !== String(HEADER)) throw csvInvalid(location, null, `the header must be ${HEADER}`);
      continue;
    }
    const [timeText = '', hoursText = '', rateText = ''] = fields;
    const told = parseTime(timeText);
    if (told === null) throw csvInvalid(location, TIME, `"${timeText}" is not a time: ${TIME_FORMS}`);
    const time = settledAt(told);
    if (time < from || time > to)
      throw csvInvalid(location, TIME, `${minuteText(time)} lies outside of the file's month`);
    const last = found.at(-1);
    if (last !== undefined && time <= last.time) {
      throw csvInvalid(location, TIME, `${minuteText(time)} does not come after ${minuteText(last.time)}`);
    }
    const count = parseDecimal(plainDecimal(rateText) ?? rateText, RATE_DECIMALS);
    if (count === null || Math.abs(count) > 10 ** RATE_DECIMALS) {
      throw csvInvalid(location, RATE, `"${rateText}" is not a fraction from -1 to 1 with at most eight decimals`);
    }
    found.push({ time, rate: rate(count), hours: hoursOf(hoursText, location) });
  }
  if (found.length === 0) throw csvInvalid({ file, line: 1 }, null, 'there are no settlements');
  return found;
}

function hoursOf(text: string, location: CsvLocation): number {
  const hours = Number(text);
  if (/^\d+(?:\.0+)?$/.test(text) && hours >= 1 && hours <= HOURS_MAX) return hours;
  throw csvInvalid(location, HOURS, `"${text}" is not a number of hours from 1 to ${HOURS_MAX}`);
}

function settledAt(told: Instant): Instant {
  const hour = Math.round(told / HOUR_MS) * HOUR_MS;
  return Math.abs(told - hour) < MINUTE_MS ? instantOf(hour) : told;
}
