import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { closesBetween, extremesBetween } from './extremes.ts';
import { NO_PRICE_ABOVE, NO_PRICE_BELOW, nextTouch } from './search.ts';
import { skipIndexOf } from './skip-index.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
/** Lengths around the edges of blocks of every level, and others. */
const lengths = fc.oneof(
  fc.constantFrom(1, 15, 16, 17, 255, 256, 257, 4_095, 4_096, 4_097),
  fc.integer({ min: 1, max: 9_000 }),
);

describe('the skip index', () => {
  it('finds the same next touch as a walk over every minute', () => {
    const sought = { found: 0, none: 0 };
    checkProperty(
      fc.property(seeds, lengths, (seed, length) => {
        const dice = chance(seed);
        const candles = randomColumns(dice, length);
        const index = skipIndexOf(candles);
        for (let search = 0; search < 20; search += 1) {
          const from = dice.between(0, length);
          const to = dice.between(from, length);
          const around = at(candles.close, Math.min(from, length - 1));
          const distance = dice.pick([0, 1, 5, 50, 400]);
          const below = dice.pick([NO_PRICE_BELOW, around - distance]);
          const above = dice.pick([NO_PRICE_ABOVE, around + distance]);
          let walked = from;
          while (walked < to && at(candles.low, walked) > below && at(candles.high, walked) < above) walked += 1;
          expect(nextTouch(index, from, to, below, above)).toBe(walked);
          if (walked < to) sought.found += 1;
          else sought.none += 1;
        }
      }),
      300,
    );
    expect(Math.min(sought.found, sought.none)).toBeGreaterThan(100);
  });

  it('holds the extremes of the minutes of every block', () => {
    checkProperty(
      fc.property(seeds, lengths, (seed, length) => {
        const candles = randomColumns(chance(seed), length);
        const index = skipIndexOf(candles);
        for (let level = 1; level < index.low.length; level += 1) {
          const size = 16 ** level;
          for (let block = 0; block * size < length; block += 1) {
            const part = (column: Int32Array) => [...column.subarray(block * size, (block + 1) * size)];
            const closes = part(candles.close);
            const told = [index.low, index.high, index.closeLow, index.closeHigh, index.fall, index.rise];
            expect(told.map((columns) => columns[level]?.[block])).toEqual([
              Math.min(...part(candles.low)),
              Math.max(...part(candles.high)),
              Math.min(...closes),
              Math.max(...closes),
              deepestFall(closes),
              deepestFall(closes.map((close) => -close)),
            ]);
          }
        }
      }),
      30,
    );
  });

  it('gives the extremes of the prices and of the closes of any stretch', () => {
    checkProperty(
      fc.property(seeds, lengths, (seed, length) => {
        const dice = chance(seed);
        const columns = randomColumns(dice, length);
        const none = { minute: new Int32Array(0), rate: new Int32Array(0) };
        const history = { columns, index: skipIndexOf(columns), funding: none, frozen: [] };
        const from = dice.between(0, length - 1);
        const to = dice.between(from + 1, length);
        expect(extremesBetween(history, from, to)).toEqual({
          low: Math.min(...columns.low.subarray(from, to)),
          high: Math.max(...columns.high.subarray(from, to)),
        });
        const closes = columns.close.subarray(from, to);
        expect(closesBetween(history, from, to)).toEqual({ low: Math.min(...closes), high: Math.max(...closes) });
        expect(extremesBetween(history, length, length + 5)).toBeNull();
      }),
      200,
    );
  });
});

function deepestFall(values: readonly number[]): number {
  let [peak, fall] = [Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    peak = Math.max(peak, value);
    fall = Math.max(fall, peak - value);
  }
  return fall;
}
