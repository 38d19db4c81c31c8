import { afterEach, expect, it, vi } from 'vitest';
import { utcDay, utcDayBefore, utcMinute, utcSecond } from './format.ts';

afterEach(() => vi.restoreAllMocks());

it('an instant is written in UTC as each language writes it', () => {
  const instant = '2025-06-03T14:55:08Z';
  expect([utcMinute(instant), utcSecond(instant), utcDay(instant)]).toEqual(['3 Jun 14:55', '14:55:08', '3 Jun 2025']);
  expect([utcMinute(instant, 'ru'), utcSecond(instant, 'ru'), utcDay(instant, 'ru')]).toEqual([
    '3 июн. 14:55',
    '14:55:08',
    '3 июн. 2025 г.',
  ]);
  expect(utcDayBefore(instant, Date.parse('2025-12-31'))).toBe('3 Jun');
  expect(utcDayBefore(instant, Date.parse('2026-01-01'))).toBe('3 Jun 2025');
});

it('a thousand instants in two languages are written with a format made once for each look', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let minute = 0; minute < 1_000; minute += 1) {
    const instant = new Date(minute * 60_000).toISOString();
    for (const language of ['en', 'ru']) {
      utcMinute(instant, language);
      utcSecond(instant, language);
      utcDay(instant, language);
    }
  }
  const looks = 4; // Day, day with its year, minute, second.
  expect(made.mock.calls.length).toBeLessThanOrEqual(looks * 2);
});
