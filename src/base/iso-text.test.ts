import { describe, expect, it } from 'vitest';
import { SEED_OF_RUN } from '../../tests/support/seed.ts';
import { isoDay, isoText } from './iso-text.ts';
import { chance } from './prng.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

const SEED = SEED_OF_RUN;
const [YEAR_1960, YEAR_2110] = [Date.UTC(1960), Date.UTC(2110)];

describe('a time as ISO text', () => {
  it(`is what JavaScript's own dates write, for times of any length of clock from 1960 to 2110 (seed ${SEED})`, () => {
    const dice = chance(SEED);
    for (let count = 0; count < 20_000; count += 1) {
      const lengthMs = dice.pick([1, SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]);
      const time = Math.floor((YEAR_1960 + dice.next() * (YEAR_2110 - YEAR_1960)) / lengthMs) * lengthMs;
      expect(isoText(time)).toBe(new Date(time).toISOString());
    }
  });

  it('leaves out what is less than a millisecond', () => {
    expect(isoText(Date.UTC(2025, 5, 1) + 0.75)).toBe('2025-06-01T00:00:00.000Z');
  });

  it('has the UTC day of a time, from its first millisecond to its last', () => {
    const [first, next] = [Date.UTC(2025, 5, 1), Date.UTC(2025, 5, 2)];
    expect([first, next - 1, next].map(isoDay)).toEqual(['2025-06-01', '2025-06-01', '2025-06-02']);
  });

  it('is refused for what is no time', () => {
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 1e20]) expect(() => isoText(time)).toThrow(RangeError);
  });
});
