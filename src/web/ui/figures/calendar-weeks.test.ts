import { describe, expect, it } from 'vitest';
import { calendarWeeks, strengthOf } from './calendar-weeks.ts';

const entry = (day: string, result: string) => ({ day, result, cycles: 1 });

describe('a calendar of results', () => {
  it.each([
    ['a month that begins on a Thursday', '2025-05-01', '2025-05-31', '2025-04-28', '2025-06-01', 5],
    ['one Monday', '2025-05-05', '2025-05-05', '2025-05-05', '2025-05-11', 1],
    ['one Sunday', '2025-05-11', '2025-05-11', '2025-05-05', '2025-05-11', 1],
    ['a turn of the year', '2024-12-31', '2025-01-01', '2024-12-30', '2025-01-05', 1],
    ['a leap day', '2024-02-29', '2024-03-01', '2024-02-26', '2024-03-03', 1],
  ])('a calendar over %s has whole weeks from Monday', (_what, from, to, first, last, count) => {
    const { weeks } = calendarWeeks([], from, to);
    expect(weeks).toHaveLength(count);
    expect(weeks.every(({ days }) => days.length === 7)).toBe(true);
    const days = weeks.flatMap((week) => week.days.map(({ day }) => day));
    expect([days[0], days.at(-1)]).toEqual([first, last]);
    expect(new Set(days).size).toBe(7 * count);
  });

  it('days of the range are marked and weeks add up exactly', () => {
    const results = [entry('2025-05-06', '0.1'), entry('2025-05-07', '0.2'), entry('2025-05-09', '-1.00000001')];
    const { weeks, largest } = calendarWeeks(results, '2025-05-06', '2025-05-10');
    expect(Number(weeks[0]?.result)).toBe(-0.70000001);
    expect(weeks[0]?.days.map(({ isInRange }) => isInRange)).toEqual([false, true, true, true, true, true, false]);
    expect(weeks[0]?.days[3]).toEqual({ day: '2025-05-08', result: '0', cycles: 0, isInRange: true });
    expect(largest).toBeCloseTo(1.00000001, 10);
  });

  it.each([
    ['the greatest', '-20', 20, 42],
    ['half of it', '10', 20, 26],
    ['next to nothing', '0.00000001', 20, 10],
    ['nothing', '0', 20, 0],
    ['nothing anywhere', '0', 0, 0],
  ])('a calendar colours %s result of a day', (_what, result, largest, strength) => {
    expect(strengthOf(result, largest)).toBe(strength);
  });
});
