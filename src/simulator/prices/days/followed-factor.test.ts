import { describe, expect, it } from 'vitest';
import { DAY_MINUTES } from '#base/time.ts';
import { emptyCandleDay } from './day.ts';
import { followedFactor } from './followed-factor.ts';

/** Days with a close for every minute, given by minutes since the first day. */
function factorOf(closeAt: (minute: number) => number) {
  return followedFactor(
    0,
    (number) => {
      const day = emptyCandleDay();
      for (let row = 0; row < DAY_MINUTES; row += 1) day.close[row] = closeAt(number * DAY_MINUTES + row);
      return day;
    },
    new Map(),
  );
}

describe('a factor that follows recorded candles', () => {
  it('moves with their closes, across midnight too', () => {
    const factor = factorOf((minute) => 100_000 + (minute % 7));
    expect(factor(0).returns[1]).toBeCloseTo(Math.log(100_001 / 100_000), 12);
    expect(factor(1).returns[0]).toBeCloseTo(Math.log((100_000 + (1_440 % 7)) / (100_000 + (1_439 % 7))), 12);
  });

  it('does not move in gaps and catches up after them', () => {
    const factor = factorOf((minute) => (minute < 10 ? 100_000 : minute < 20 ? 0 : 101_000));
    expect([...factor(0).returns.subarray(10, 20)]).toEqual(new Array(10).fill(0));
    expect(factor(0).returns[20]).toBeCloseTo(Math.log(1.01), 12);
  });

  it('ignores the price jump where the recording starts over', () => {
    expect(factorOf((minute) => (minute < 500 ? 1_600_000 : 100_000))(0).returns[500]).toBe(0);
  });

  it('raises the activity of coins when its own last hour was active', () => {
    const { mood } = factorOf((minute) => (minute < 300 || minute >= 360 ? 100_000 : 100_000 + (minute % 2) * 1_000))(
      0,
    );
    const [calm, wild, later] = [mood[300] ?? 0, mood[360] ?? 0, mood[1_000] ?? 0];
    expect(wild).toBeGreaterThan(3 * calm);
    expect(later).toBeLessThan(wild / 3);
  });
});
