import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { DAY_MS, instantOf } from '#base/time.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { INTERVALS } from '../market.ts';
import { intervalEnd, intervalStart } from './intervals.ts';

describe('the candles of an interval', () => {
  it(`follow each other without a gap, and every instant belongs to exactly one (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (const interval of INTERVALS) {
      for (let count = 0; count < 500; count += 1) {
        const time = instantOf(dice.between(0, 4_000_000_000_000));
        const start = intervalStart(interval, time);
        const end = intervalEnd(interval, start);
        expect(start <= time && time < end).toBe(true);
        expect([intervalStart(interval, end), intervalStart(interval, end - 1)]).toEqual([end, start]);
      }
    }
  });

  it('start on the first of the month for the monthly interval', () => {
    for (let month = 0; month < 2_400; month += 1) {
      const first = Date.UTC(1970, month, 1);
      expect([intervalStart('1M', first), intervalEnd('1M', instantOf(first))]).toEqual([
        first,
        Date.UTC(1970, month + 1, 1),
      ]);
    }
  });

  it('start on Mondays for the weekly interval and at midnight for the daily one', () => {
    for (let day = 19_000; day < 19_100; day += 1) {
      expect(new Date(intervalStart('1w', day * DAY_MS + 5)).getUTCDay()).toBe(1);
      expect(intervalStart('1d', day * DAY_MS + 5)).toBe(day * DAY_MS);
    }
  });
});
