import { DAY_MS } from '#base/time.ts';
import { dayOf } from '#web/ui/values/chart-period.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';

export const spanLengths = ['day', 'week', 'month'] as const;
export type SpanLength = (typeof spanLengths)[number];

/** The net result of the cycles that ended in a UTC day, week or month. */
export interface ResultSpan {
  /** Its first UTC day, such as "2025-06-02": of a week a Monday. */
  readonly first: string;
  readonly result: string;
  readonly cycles: number;
}

/** Results by day, week or month, the latest first; spans without an ended cycle are left out. */
export function resultSpans(
  days: readonly { readonly day: string; readonly result: string; readonly cycles: number }[],
  length: SpanLength,
): readonly ResultSpan[] {
  const groups = Map.groupBy(days, ({ day }) => firstDay(day, length));
  return [...groups]
    .map(([first, own]) => ({
      first,
      result: addDecimals(own.map(({ result }) => result)),
      cycles: own.reduce((sum, { cycles }) => sum + cycles, 0),
    }))
    .sort((one, other) => (one.first < other.first ? 1 : -1));
}

const MONDAY = 1;
const WEEK_DAYS = 7;

function firstDay(day: string, length: SpanLength): string {
  if (length === 'day') return day;
  if (length === 'month') return `${day.slice(0, 7)}-01`;
  const time = Date.parse(day);
  const sinceMonday = (new Date(time).getUTCDay() - MONDAY + WEEK_DAYS) % WEEK_DAYS;
  return dayOf(time - sinceMonday * DAY_MS);
}
