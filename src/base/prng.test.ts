import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../tests/support/property.ts';
import { chance } from './prng.ts';

const draw = (seed: number, length: number): number[] => {
  const source = chance(seed);
  return Array.from({ length }, () => source.next());
};

test('a random sequence is determined by its seed', () => {
  checkProperty(
    fc.property(fc.integer(), (seed) => {
      expect(draw(seed, 20)).toEqual(draw(seed, 20));
      expect(draw(seed, 20)).not.toEqual(draw(seed + 1, 20));
    }),
    100,
  );
});

test('random fractions are in [0, 1), integers within their bounds, and picks from their list', () => {
  checkProperty(
    fc.property(
      fc.integer(),
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 0, max: 50 }),
      (seed, low, width) => {
        const source = chance(seed);
        const [next, whole] = [source.next(), source.between(low, low + width)];
        expect(next >= 0 && next < 1).toBe(true);
        expect(Number.isInteger(whole) && whole >= low && whole <= low + width).toBe(true);
        expect(['a', 'b', 'c']).toContain(source.pick(['a', 'b', 'c']));
      },
    ),
  );
});

test('random integers include both bounds, and every value comes about equally often', () => {
  const source = chance(7);
  const counts = new Map<number, number>();
  for (let i = 0; i < 60_000; i += 1) {
    const face = source.between(1, 6);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  // Five standard deviations of a fair die around 10,000.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt((60_000 * 5) / 36));
});

test('the random sequence is that of mulberry32', () => {
  // Reference values of the published function for seed 1.
  expect(draw(1, 3).map((value) => Math.round(value * 2 ** 32))).toEqual([2693262067, 11749833, 2265367787]);
});
