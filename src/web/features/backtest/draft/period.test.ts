import { expect, it } from 'vitest';
import { daysIn, presetPeriod } from './period.ts';

const NOW = Date.parse('2025-06-15T15:30:00Z');

it('a period preset has the whole days before the present one', () => {
  expect(presetPeriod('7d', NOW)).toEqual({ from: '2025-06-08', to: '2025-06-14' });
  expect(daysIn(presetPeriod('365d', NOW))).toBe(365);
});

it.each([
  ['2025-06-01', '2025-06-01', 1],
  ['2025-05-04', '2025-06-14', 42],
  ['2025-06-02', '2025-06-01', null],
  ['', '2025-06-01', null],
  ['2025-06-02', '', null],
])('the days from "%s" to "%s" are %s', (from, to, days) => {
  expect(daysIn({ from, to })).toBe(days);
});
