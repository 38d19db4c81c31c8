import { addDecimals } from '../values/decimal-sum.ts';

const DAY_MS = 86_400_000;

export interface CalendarDay {
  readonly day: string;
  readonly result: string;
  readonly cycles: number;
  readonly isInRange: boolean;
}

export interface CalendarWeek {
  readonly days: readonly CalendarDay[];
  readonly result: string;
}

/** Whole weeks, Monday first, that cover the range; `largest` is the greatest absolute result of a day. */
export function calendarWeeks(
  results: readonly { readonly day: string; readonly result: string; readonly cycles: number }[],
  from: string,
  to: string,
): { weeks: readonly CalendarWeek[]; largest: number } {
  const byDay = new Map(results.map((entry) => [entry.day, entry]));
  const first = mondayOf(Date.parse(from));
  const last = mondayOf(Date.parse(to)) + 6 * DAY_MS;
  const weeks: CalendarWeek[] = [];
  for (let monday = first; monday <= last; monday += 7 * DAY_MS) {
    const days = Array.from({ length: 7 }, (_, index): CalendarDay => {
      const day = new Date(monday + index * DAY_MS).toISOString().slice(0, 10);
      const entry = byDay.get(day);
      return { day, result: entry?.result ?? '0', cycles: entry?.cycles ?? 0, isInRange: day >= from && day <= to };
    });
    weeks.push({ days, result: addDecimals(days.map((day) => day.result)) });
  }
  return { weeks, largest: Math.max(0, ...results.map((entry) => Math.abs(Number(entry.result)))) };
}

function mondayOf(dayMs: number): number {
  const weekday = (new Date(dayMs).getUTCDay() + 6) % 7;
  return dayMs - weekday * DAY_MS;
}

const STRENGTH_LOW = 10;
const STRENGTH_HIGH = 42;

/** Colour strength of a day in percent: 10 for the smallest result, 42 for the largest, 0 for none. */
export function strengthOf(result: string, largest: number): number {
  const size = Math.abs(Number(result));
  if (size === 0 || largest === 0) return 0;
  return Math.round(STRENGTH_LOW + (STRENGTH_HIGH - STRENGTH_LOW) * (size / largest));
}
