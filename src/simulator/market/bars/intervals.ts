import { CANDLE_LENGTH_MS, FIRST_MONDAY_MS } from '#base/candle-interval.ts';
import { DAY_MS, type Instant, instantOf } from '#base/time.ts';
import type { KlineInterval } from '../market.ts';

const LENGTHS_MS: Readonly<Record<Exclude<KlineInterval, '1w' | '1M'>, number>> = {
  ...CANDLE_LENGTH_MS,
  '3d': 3 * DAY_MS,
};
const WEEK_MS = CANDLE_LENGTH_MS['1w'];

/** Open time of the candle that contains an instant. All in UTC; weeks start on Mondays, months on the first. */
export function intervalStart(interval: KlineInterval, time: number): Instant {
  if (interval === '1M') return monthStart(monthOf(time));
  if (interval === '1w') return instantOf(floorTo(time - FIRST_MONDAY_MS, WEEK_MS) + FIRST_MONDAY_MS);
  return instantOf(floorTo(time, LENGTHS_MS[interval]));
}

/** Open time of the candle after the one that opens at `start`. */
export function intervalEnd(interval: KlineInterval, start: Instant): Instant {
  if (interval === '1M') return monthStart(monthOf(start) + 1);
  return instantOf(start + (interval === '1w' ? WEEK_MS : LENGTHS_MS[interval]));
}

function floorTo(time: number, length: number): number {
  return Math.floor(time / length) * length;
}

/** Days of 400 years, after which the calendar repeats, and from 0000-03-01 to 1970. */
const ERA_DAYS = 146_097;
const DAYS_BEFORE_1970 = 719_468;

/** Months from 0000-01 to an instant. Howard Hinnant's civil_from_days, years beginning in March. */
function monthOf(time: number): number {
  const days = Math.floor(time / DAY_MS) + DAYS_BEFORE_1970;
  const era = Math.floor(days / ERA_DAYS);
  const ofEra = days - era * ERA_DAYS;
  const leaps = Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096);
  const year = Math.floor((ofEra - leaps) / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  return (era * 400 + year) * 12 + fromMarch + 2;
}

/** Start of a month counted like that; the inverse function, days_from_civil. */
function monthStart(month: number): Instant {
  const year = Math.floor((month - 2) / 12);
  const fromMarch = month - 2 - year * 12;
  const era = Math.floor(year / 400);
  const ofEra = year - era * 400;
  const ofYear = Math.floor((153 * fromMarch + 2) / 5);
  const days = era * ERA_DAYS + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return instantOf((days - DAYS_BEFORE_1970) * DAY_MS);
}
