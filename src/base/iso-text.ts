import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

/** From 1970 up to here a date is made once and kept: the market's days are few and asked for again and again. */
const YEAR_2100 = Date.UTC(2100);
const dates = new Map<number, string>();

const TWO_DIGITS = Array.from({ length: 60 }, (_, count) => String(count).padStart(2, '0'));
/** Of a day; most times of a curve are full hours. */
const FULL_HOURS = TWO_DIGITS.slice(0, 24).map((hour) => `${hour}:00:00.000Z`);

/**
 * A time as ISO text, such as "2025-06-01T12:00:00.000Z": as `toISOString` writes it, several times as fast.
 * @param time - UTC milliseconds
 * @throws RangeError where it is no time
 */
export function isoText(time: number): string {
  if (!(Number.isInteger(time) && time >= 0 && time < YEAR_2100)) return new Date(time).toISOString();
  const day = Math.floor(time / DAY_MS);
  return dateOf(day) + clockOf(time - day * DAY_MS);
}

/**
 * The UTC day of a time, such as "2025-06-01".
 * @param time - UTC milliseconds
 * @throws RangeError where it is no time
 */
export function isoDay(time: number): string {
  return isoText(time).slice(0, 10);
}

/** A date with its T; `day` counts from 1970-01-01. */
function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 11);
  dates.set(day, text);
  return text;
}

function clockOf(ms: number): string {
  const ofHour = ms % HOUR_MS;
  if (ofHour === 0) return FULL_HOURS[ms / HOUR_MS] ?? '';
  const [hour, minute] = [Math.floor(ms / HOUR_MS), Math.floor(ofHour / MINUTE_MS)];
  const [second, rest] = [Math.floor((ofHour % MINUTE_MS) / SECOND_MS), ms % SECOND_MS];
  return `${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second]}.${String(rest).padStart(3, '0')}Z`;
}
