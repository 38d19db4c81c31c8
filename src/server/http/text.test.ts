import { describe, expect, it } from 'vitest';
import { cash } from '#base/exact.ts';
import { cashOf, maybeTimeText, percentOf, timeText } from './text.ts';

describe('NUMERIC text', () => {
  it.each([
    ['0', 0],
    ['0.00000001', 1],
    ['-0.00000001', -1],
    ['12.5', 1_250_000_000],
    ['-12.50000000', -1_250_000_000],
    ['90071992.54740991', Number.MAX_SAFE_INTEGER],
    ['1.000000000000', 100_000_000],
  ])('%s is %d units of 1e-8 USDT', (text, count) => {
    expect(cashOf(text)).toBe(count);
  });

  it('minus zero is read as zero', () => {
    expect(Object.is(cashOf('-0.00000000'), 0)).toBe(true);
  });
});

describe('a percentage', () => {
  it.each([
    [1, 3, '33.333333'],
    [2, 3, '66.666667'],
    [-1, 8, '-12.5'],
    [5, 5, '100'],
    [0, 7, '0'],
    // Half of the last decimal is rounded away from zero, for both signs.
    [1, 200_000_000, '0.000001'],
    [-1, 200_000_000, '-0.000001'],
  ])('%d of %d is %s percent', (part, whole, text) => {
    expect(percentOf(cash(part), cash(whole))).toBe(text);
  });

  it('of zero or a negative whole is null', () => {
    expect(percentOf(cash(1), cash(0))).toBeNull();
    expect(percentOf(cash(1), cash(-5))).toBeNull();
  });
});

it('an instant has the same text whether it comes from the engine or the database', () => {
  expect(timeText(1_746_373_020_000)).toBe('2025-05-04T15:37:00.000Z');
  expect(timeText(new Date(1_746_373_020_000))).toBe('2025-05-04T15:37:00.000Z');
  expect(maybeTimeText(null)).toBeNull();
  expect(maybeTimeText(0)).toBe('1970-01-01T00:00:00.000Z');
});
