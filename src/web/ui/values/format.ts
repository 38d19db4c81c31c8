import type { Text } from '#web/i18n/text.tsx';

const MISSING = '\u2013';

/** Rounds a decimal string half away from zero, without floats. */
export function roundDecimal(text: string, decimals: number): string {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const kept = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const digits = String(kept + ((fraction[decimals] ?? '0') >= '5' ? 1n : 0n)).padStart(decimals + 1, '0');
  const body = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return isNegative && signOfText(body) !== 0 ? `-${body}` : body;
}

/** The sign of a decimal string: −1, 0 or 1. */
export function signOfText(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

/** Whether the value has more decimals than are shown, zeros at the end aside. */
export function hasMoreThan(text: string, decimals: number): boolean {
  return /[1-9]/.test(text.split('.')[1]?.slice(decimals) ?? '');
}

/** How many decimals the text has. */
export function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** Shown where there is no value. */
export const missing = MISSING;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "12 s", "35 min", "15 h 51 m", "7 d 01 h". */
export function durationText(ms: number, t: Text): string {
  const length = Math.max(0, ms);
  if (length < MINUTE_MS) return t('unit.seconds', { count: Math.floor(length / SECOND_MS) });
  if (length < HOUR_MS) return t('unit.minutes', { count: Math.floor(length / MINUTE_MS) });
  if (length < DAY_MS) {
    return t('unit.hours', {
      hours: Math.floor(length / HOUR_MS),
      minutes: twoDigits(Math.floor((length % HOUR_MS) / MINUTE_MS)),
    });
  }
  return t('unit.days', {
    days: Math.floor(length / DAY_MS),
    hours: twoDigits(Math.floor((length % DAY_MS) / HOUR_MS)),
  });
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

const DAY = { day: 'numeric', month: 'short' } as const;
const DAY_OF_YEAR = { ...DAY, year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** By look and locale. Making a format takes 57 µs, using a made one 0.8 µs, and a list of cycles has a thousand. */
const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

function utc(instant: string, language: string, look: Intl.DateTimeFormatOptions): string {
  return formatOf(language === 'ru' ? 'ru-RU' : 'en-GB', look).format(new Date(instant));
}

function formatOf(locale: string, look: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const ofLook = formats.get(look) ?? new Map<string, Intl.DateTimeFormat>();
  const known = ofLook.get(locale);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hourCycle: 'h23', ...look });
  formats.set(look, ofLook.set(locale, made));
  return made;
}

/** "3 Jun, 14:55" as "3 Jun 14:55", UTC. */
export function utcMinute(instant: string, language = 'en'): string {
  const day = utc(instant, language, DAY);
  return `${day} ${utc(instant, language, MINUTE)}`;
}

/** "14:55:08", UTC. */
export function utcSecond(instant: string, language = 'en'): string {
  return utc(instant, language, SECOND);
}

/** "3 Jun 2025", UTC. */
export function utcDay(instant: string, language = 'en'): string {
  return utc(instant, language, DAY_OF_YEAR);
}

/** "3 Jun", UTC, with the year only when `now` is in another one. @param now - UTC milliseconds; null when not known */
export function utcDayBefore(instant: string, now: number | null, language = 'en'): string {
  const isThisYear = now !== null && new Date(now).getUTCFullYear() === new Date(instant).getUTCFullYear();
  return isThisYear ? utc(instant, language, DAY) : utcDay(instant, language);
}
