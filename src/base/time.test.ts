import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, instantDigits, instantOf, later, MINUTE_MS, startOf } from './time.ts';

const moment = instantOf(Date.UTC(2025, 4, 4, 15, 37, 59, 999));

test.each([
  ['minute', MINUTE_MS, Date.UTC(2025, 4, 4, 15, 37)],
  ['hour', HOUR_MS, Date.UTC(2025, 4, 4, 15)],
  ['day', DAY_MS, Date.UTC(2025, 4, 4)],
])('startOf returns the start of the UTC %s that contains the instant', (_, length, expected) => {
  expect(startOf(moment, length)).toBe(expected);
  expect(startOf(instantOf(expected), length)).toBe(expected);
});

test('startOf rounds an instant before 1970 down, not up', () => {
  expect(startOf(instantOf(-1), DAY_MS)).toBe(-DAY_MS);
});

test('later adds milliseconds', () => {
  expect(later(moment, MINUTE_MS)).toBe(Date.UTC(2025, 4, 4, 15, 38, 59, 999));
});

test.each([
  0, -1, 999_999_999_999, 1_000_000_000_000, 1_735_689_600_000, 1_754_321_098_765, 1_999_999_999_999, 9_999_999_999_999,
  10_000_000_000_000,
])('the digits of the instant %d are those of its milliseconds', (ms) => {
  expect(instantDigits(instantOf(ms))).toBe(`${ms}`);
});
