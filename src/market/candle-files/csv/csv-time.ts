import { HOUR_MS, type Instant, instantOf, MINUTE_MS, SECOND_MS } from '#base/time.ts';

/** Seconds up to the year 2033: later ones look like a day and an hour ("2025050415"). */
const SECONDS = /^(1\d{9})(?:\.(\d{1,9}))?$/;
/** Milliseconds, microseconds or nanoseconds; some programs write them as floating-point numbers. */
const FINER = /^(\d{13})(?:\d{3}){0,2}(?:\.0+)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|([+-])(\d{2}):?(\d{2})?))?$/;
const OFFSET_HOURS_MAX = 14;

/** The accepted forms of a time, for error sentences. */
export const TIME_FORMS =
  'seconds (10 digits), milliseconds (13), microseconds (16), a UTC time such as 2025-05-04T15:37:00Z, or one with its offset such as 2025-05-04T17:37:00+02:00';

/**
 * Reads an instant from a file or an option; null if it is not one or could be several. Without a zone the time is UTC.
 * Digits behind the millisecond are cut off.
 */
export function parseTime(text: string): Instant | null {
  const [, whole, fraction = ''] = SECONDS.exec(text) ?? [];
  if (whole !== undefined) return instantOf(Number(whole) * SECOND_MS + Number(fraction.padEnd(3, '0').slice(0, 3)));
  const [, milliseconds] = FINER.exec(text) ?? [];
  if (milliseconds !== undefined) return instantOf(Number(milliseconds));
  const iso = ISO.exec(DAY.test(text) ? `${text}T00:00` : text);
  if (iso === null) return null;
  const [, day = '', clock = '', seconds = ':00', sign = '+', hours = '00', minutes = '00'] = iso;
  const time = Date.parse(`${day}T${clock}${seconds}Z`);
  // The parser turns the 30th of February into a day in March; such a day is refused.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(day)) return null;
  if (Number(hours) > OFFSET_HOURS_MAX || Number(minutes) >= HOUR_MS / MINUTE_MS) return null;
  const offsetMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return instantOf(sign === '-' ? time + offsetMs : time - offsetMs);
}

/** A minute as a person writes it: "2025-05-04 15:37". */
export function minuteText(time: Instant): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** Whether an instant opens a minute. */
export function opensMinute(time: Instant): boolean {
  return time % MINUTE_MS === 0;
}
