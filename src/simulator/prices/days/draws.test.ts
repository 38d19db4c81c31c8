import { describe, expect, it } from 'vitest';
import { type DrawKey, drawsOf, STREAM } from './draws.ts';

const KEY: DrawKey = { seed: 1, symbol: 'BTCUSDT', stream: STREAM.coin, part: 20_000 };
const COUNT = 200_000;

const sample = (draw: () => number): number[] => Array.from({ length: COUNT }, draw);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('a stream of random draws', () => {
  it('repeats for the same seed, symbol and part, and differs for any other', () => {
    const first = (key: DrawKey) => Array.from({ length: 8 }, drawsOf(key).uniform);
    expect(first(KEY)).toEqual(first({ ...KEY }));
    const others = [{ seed: 2 }, { symbol: 'BTCUSDU' }, { stream: STREAM.shape }, { part: 20_001 }];
    const sequences = [{}, ...others].map((other) => first({ ...KEY, ...other }).join());
    expect(new Set(sequences).size).toBe(5);
  });

  it('is uncorrelated with the stream of the next day or seed', () => {
    const [here, tomorrow, sown] = [KEY, { ...KEY, part: 20_001 }, { ...KEY, seed: 2 }].map((key) =>
      sample(drawsOf(key).normal),
    );
    for (const other of [tomorrow, sown]) {
      const products = (here ?? []).map((value, index) => value * (other?.[index] ?? 0));
      // Five standard deviations of the mean of a product of independent unit normals.
      expect(Math.abs(mean(products))).toBeLessThan(5 / Math.sqrt(COUNT));
    }
  });

  it.each([
    ['normal', 3],
    // Kurtosis of a sum of four uniforms: 3 - 1.2 / 4.
    ['bell', 2.7],
    // Kurtosis of Student's t with six degrees of freedom: 3 + 6 / (6 - 4).
    ['student', 6],
  ] as const)('%s has mean 0, variance 1 and the kurtosis of its kind', (kind, kurtosis) => {
    const values = sample(drawsOf(KEY)[kind]);
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1);
    const measured = mean(values.map((value) => value ** 4));
    expect(measured).toBeGreaterThan(kurtosis * 0.85);
    expect(measured).toBeLessThan(kurtosis * 1.35);
  });

  it('gives exponentials of mean 1, uniforms inside (0, 1) and integers within their bounds', () => {
    const draws = drawsOf(KEY);
    expect(mean(sample(draws.exponential))).toBeCloseTo(1, 1);
    expect(sample(draws.uniform).every((value) => value > 0 && value < 1)).toBe(true);
    expect([...new Set(Array.from({ length: 200 }, () => draws.between(3, 6)))].sort()).toEqual([3, 4, 5, 6]);
  });
});
