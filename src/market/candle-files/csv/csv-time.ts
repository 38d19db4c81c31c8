import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';

const MILLISECONDS = /^\d{13}$/;
const MICROSECONDS = /^\d{13}000$/;
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?:Z|\+00:?00)?$/;

/** The accepted forms of a time, for error sentences. */
export const TIME_FORMS =
  'milliseconds (13 digits), microseconds (16 digits) or a UTC time such as 2025-05-04T15:37:00Z';

/** Reads an instant from an exchange's file; null if it is not one. Without a zone the time is UTC. */
export function parseTime(text: string): Instant | null {
  if (MILLISECONDS.test(text)) return instantOf(Number(text));
  if (MICROSECONDS.test(text)) return instantOf(Number(text.slice(0, 13)));
  const iso = ISO.exec(text);
  if (iso === null) return null;
  const [, day = '', clock = '', seconds = ':00'] = iso;
  const time = Date.parse(`${day}T${clock}${seconds}Z`);
  // The parser turns the 30th of February into a day in March; such a day is refused.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? null : instantOf(time);
}

/** A minute as a person writes it: "2025-05-04 15:37". */
export function minuteText(time: Instant): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** Whether an instant opens a minute. */
export function opensMinute(time: Instant): boolean {
  return time % MINUTE_MS === 0;
}
