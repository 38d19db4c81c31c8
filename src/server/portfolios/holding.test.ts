import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { sum, type Ticks, ticks } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, instantOf } from '#base/time.ts';
import { equalParts, returnTimes, worthOf } from './holding.ts';

const noon = instantOf(Date.UTC(2025, 4, 26, 12, 30));
const daysBefore = (days: number) => instantOf(noon - days * DAY_MS);

describe('the times of a curve of returns', () => {
  it.each([
    ['a day', 1, HOUR_MS],
    ['a week', 7, HOUR_MS],
    ['thirty days', 30, 4 * HOUR_MS],
    ['half a year', 180, DAY_MS],
    ['three years', 1_095, 7 * DAY_MS],
    ['fifteen years', 5_475, 28 * DAY_MS],
  ])('%s has its start, whole steps and its end, at most some two hundred times', (_what, days, stepMs) => {
    const times = returnTimes({ from: daysBefore(days), to: noon });
    expect([times[0], times.at(-1)]).toEqual([daysBefore(days), noon]);
    expect(times.length).toBeLessThanOrEqual(203);
    const inner = times.slice(1, -1);
    expect(inner.every((time) => time % stepMs === 0)).toBe(true);
    expect(inner.slice(1).every((time, index) => time - (inner[index] ?? 0) === stepMs)).toBe(true);
  });

  it('a period that has not begun has one time, its end', () => {
    expect(returnTimes({ from: noon, to: noon })).toEqual([noon]);
  });
});

describe('holding', () => {
  it.each([
    ['10000.00000000', 3],
    ['0.00000002', 3],
    ['9999.99999999', 7],
  ])('equal parts of %s among %i symbols add up to it to the last digit', (capital, count) => {
    const parts = equalParts(cashFrom(capital), count);
    expect(cashText(sum(parts))).toBe(capital);
    expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
  });

  it('what is held is worth its parts at the prices now, to the last digit', () => {
    const [eth = 0, btc = 0] = equalParts(cashFrom('10000.00000001'), 2);
    const held = [
      { part: eth, bought: ticks(260_437) },
      { part: btc, bought: ticks(1_085_113) },
    ] as Parameters<typeof worthOf>[0];
    const plain = (part: number, now: number, then: number) =>
      new Decimal(part).times(now).div(then).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
    const expected = plain(eth, 251_999, 260_437).plus(plain(btc, 1_099_001, 1_085_113));
    const worth = worthOf(held, [ticks(251_999), ticks(1_099_001)]);
    expect(String(worth)).toBe(expected.toFixed());
  });

  it('is not known while one of the symbols has no price', () => {
    const prices: (Ticks | null)[] = [ticks(1), null];
    const held = equalParts(cashFrom('2'), 2).map((part) => ({ part, bought: ticks(1) }));
    expect(worthOf(held, prices)).toBeNull();
    expect(worthOf(held, [ticks(1)])).toBeNull();
  });
});
