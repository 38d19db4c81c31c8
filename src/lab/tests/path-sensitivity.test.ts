import { describe, expect, it } from 'vitest';
import { affordableOf } from './path-sensitivity.ts';

describe('the way inside minutes', () => {
  it.each([
    ['none of a test without points', [], 0],
    ['all of a test that is cheap', Array(100).fill(40_000), 100],
    ['57 points of a year, which are 30 million candles', Array(1_000).fill(525_600), 57],
    ['the best point of a test that is too dear', [40_000_000, 1], 1],
  ])('is compared for %s', (_what, candles, points) => {
    expect(affordableOf(candles)).toBe(points);
  });
});
