import { isoDay } from '#base/iso-text.ts';
import { DAY_MS, type Instant, instantOf, startOf } from '#base/time.ts';
import { STAT_DAYS_MAX } from '#contract/limits.ts';
import { ProblemError } from '../http/problem.ts';

/**
 * The UTC days of a period, the oldest first; without dates the day of `now`, with one of them that day alone.
 * @throws ProblemError PERIOD_REVERSED, PERIOD_TOO_LONG
 */
export function readDays(
  { dateFrom, dateTo }: { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined },
  now: Instant,
): readonly string[] {
  const today = isoDay(startOf(now, DAY_MS));
  const first = startOfDay(dateFrom ?? dateTo ?? today);
  const last = startOfDay(dateTo ?? dateFrom ?? today);
  if (first > last) throw new ProblemError('PERIOD_REVERSED');
  const count = (last - first) / DAY_MS + 1;
  if (count > STAT_DAYS_MAX) throw new ProblemError('PERIOD_TOO_LONG');
  return Array.from({ length: count }, (_, index) => isoDay(first + index * DAY_MS));
}

/** The first instant of a day such as "2025-06-03". */
export function startOfDay(day: string): Instant {
  return instantOf(Date.parse(day));
}

/** The first instant after it. */
export function endOfDay(day: string): Instant {
  return instantOf(Date.parse(day) + DAY_MS);
}
