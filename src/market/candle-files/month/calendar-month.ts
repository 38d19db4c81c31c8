import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';

/** A calendar month in UTC, "2025-05"; alphabetical order is chronological. */
export type CalendarMonth = `${number}-${number}`;

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether a text names a month. */
export function isCalendarMonth(text: string): text is CalendarMonth {
  return MONTH.test(text);
}

/** The month that holds an instant. */
export function monthOf(time: Instant): CalendarMonth {
  const text = new Date(time).toISOString().slice(0, 7);
  assert(isCalendarMonth(text), `${text} is a month`);
  return text;
}

/** The first instant of a month. */
export function monthStart(month: CalendarMonth): Instant {
  return instantOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1));
}

/** The first instant after a month. */
export function monthEnd(month: CalendarMonth): Instant {
  return instantOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
}
